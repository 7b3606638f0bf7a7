// The light or dark theme: that of the system, or the one chosen on the page.

import { computed, effect, signal } from "@preact/signals";
import { stored } from "./stored_signal.js";

const system = matchMedia("(prefers-color-scheme: dark)");
const dark = signal(system.matches);
system.addEventListener("change", () => (dark.value = system.matches));

const chosen = stored("theme", "");
export const theme = computed(() => chosen.value || (dark.value ? "dark" : "light"));
export const turn = () => (chosen.value = theme.value === "dark" ? "light" : "dark");
effect(() => {
    document.documentElement.dataset.theme = theme.value;
});

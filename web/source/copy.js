// Copying, and saying that it was done. A page that did not come from this machine has no clipboard by name.

import { signal } from "@preact/signals";
import { html } from "./html.js";
import { t } from "./words.js";

const SHOWN = 2000; // milliseconds
const said = signal("");
let latest = 0;

export async function copy(text) {
    let done;
    try {
        await navigator.clipboard.writeText(text);
        done = true;
    } catch {
        done = selected(text);
    }
    said.value = done ? "copied" : "not copied";
    const number = ++latest;
    setTimeout(() => number === latest && (said.value = ""), SHOWN);
}

// As long as browsers can: what is selected is copied. Beside what was pressed, for a dialog keeps the rest from it.
function selected(text) {
    const [before, field] = [document.activeElement, document.createElement("textarea")];
    field.value = text;
    (before?.closest("dialog") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus();
    return done;
}

export const Copied = () => html`<p class=${said.value ? "copied" : "hidden"} role="status">${said.value && t(said.value)}</p>`;

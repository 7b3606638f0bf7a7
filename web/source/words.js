// Texts in the user's language: the page's from the dictionaries, a plugin's from its words.json.

import { computed, effect } from "@preact/signals";
import en from "../words/en.json";
import ja from "../words/ja.json";
import { stored } from "./stored_signal.js";

export const LANGUAGES = { en, ja };
const preferred = () => navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in LANGUAGES) ?? "en";

export const chosen = stored("language", "");
export const language = computed(() => (chosen.value in LANGUAGES ? chosen.value : preferred()));
effect(() => {
    document.documentElement.lang = language.value;
});

// The text with a name, {blanks} filled in. If n is 1, NAME.one replaces it if it exists.
export function t(name, blanks = {}) {
    const words = LANGUAGES[language.value];
    const text = (blanks.n === 1 && words[`${name}.one`]) || words[name] || en[name] || name;
    return text.replace(/\{(\w+)\}/g, (_, blank) => blanks[blank] ?? "");
}

// A number in few characters for a scale, such as 10M.
export const brief = (number) => number.toLocaleString(language.value, { notation: "compact" });

export const count = (number) => number.toLocaleString(language.value);

// A plugin's English text in the language of the page, if the plugin translates it; the key may have {n} for a number.
export function own(game, text) {
    const words = (english) => game?.words?.[language.value]?.[english] ?? game?.words?.en?.[english];
    const [number] = text.match(/\d+/) ?? [];
    return words(text) ?? (number && words(text.replace(number, "{n}"))?.replace("{n}", number)) ?? text;
}

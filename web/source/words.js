// Texts in the user's language: those of the page from the dictionaries, those of a plugin from its words.json.

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

// A text by its name, {blanks} filled in; where n is 1 there may be another.
export function t(name, blanks = {}) {
    const words = LANGUAGES[language.value];
    const text = (blanks.n === 1 && words[`${name}.one`]) || words[name] || en[name] || name;
    return text.replace(/\{(\w+)\}/g, (_, blank) => blanks[blank] ?? "");
}

// In few characters, as on a scale: 10M.
export const brief = (number) => number.toLocaleString(language.value, { notation: "compact" });

export const count = (number) => number.toLocaleString(language.value);

// What a plugin says in English, in the language of the page if it brings the words; a number may be {n} there.
export function own(game, text) {
    const words = (said) => game?.words?.[language.value]?.[said] ?? game?.words?.en?.[said];
    const [number] = text.match(/\d+/) ?? [];
    return words(text) ?? (number && words(text.replace(number, "{n}"))?.replace("{n}", number)) ?? text;
}

// Texts in the user's language: the page's from the dictionaries, a plugin's from its words.json.

import { computed, effect, signal } from "@preact/signals";
import en from "../words/en.json";
import japaneseErrors from "../words/errors_ja.json";
import ja from "../words/ja.json";
import { stored } from "./stored_signal.js";

export const LANGUAGES = { en, ja };
const ERRORS = { ja: japaneseErrors }; // what the server says, by its English texts
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

// The names of the players by language, as the plugin of the game that is shown gives them; and the name of one.
export const players = signal({});
export const playerName = (number) => (players.value[language.value] ?? players.value.en)?.[number - 1] ?? t(`player.${number}`);

// A number in few characters for a scale, such as 10M.
export const brief = (number) => number.toLocaleString(language.value, { notation: "compact" });

export const count = (number) => number.toLocaleString(language.value);

// The text that a table of texts has for an English one, whose templates may have {blanks}, of which {n} is a number; what
// fills a blank is put into language by `inner`. Undefined if the table has none.
function translated(table, text, inner = (each) => each) {
    if (table[text] !== undefined) return table[text];
    for (const [template, result] of Object.entries(table)) {
        const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        if (!names.length) continue;
        const parts = template.split(/(\{\w+\})/).map((part, odd) => (odd % 2 ? (part === "{n}" ? "([\\d,]+)" : "(.+)") : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
        const found = text.match(new RegExp(`^${parts.join("")}$`, "s"));
        if (found) return result.replace(/\{(\w+)\}/g, (_, name) => inner(found[names.indexOf(name) + 1]));
    }
    return undefined;
}

// A plugin's English text in the language of the page, if the plugin translates it.
export function own(game, text, inner) {
    const { [language.value]: words, en: english } = game?.words ?? {};
    return translated(words ?? {}, text, inner) ?? translated(english ?? {}, text, inner) ?? text;
}

// An error of the server in the language of the page; parts of it may be those of the plugin whose game is shown.
export const shownGame = signal(null);
export function explained(text) {
    return translated(ERRORS[language.value] ?? {}, text, explained) ?? own(shownGame.value, text, explained);
}

// The starts of a variant, if it has several.

import { html } from "./html.js";
import { settings } from "./home.js";
import { t } from "./words.js";

const MOST = 9; // starts with a button

export const solvedAs = (game, set) => game?.solved.find((each) => String(settings(game, each.options)) === String(set));

// The names of the starts as positions of a request, the first of which is "start"; none if the variant has no start.
export function starts(game, set) {
    const solved = solvedAs(game, set);
    const others = (solved?.other_starts ?? []).map((_, number) => `start${number + 2}`);
    return solved?.start === null ? [] : ["start", ...others].slice(0, MOST);
}

const label = (names, number) => (names.length > 1 ? `${t("the start")} ${number + 1}` : t("the start"));

// The state with a start's name, as to open it.
export const named = (name) => (name === "start" ? {} : { position: name });

// A button for each start; `open` gets the state to open, which has no position for the first one.
export function Starts({ game, set, open }) {
    const names = starts(game, set);
    return names.map((name, number) => html`<button key=${name} onClick=${() => open(named(name))}>${label(names, number)}</button>`);
}

// A choice of the start, a signal of its name; nothing if there is only one.
export function StartChoice({ game, set, chosen }) {
    const names = starts(game, set);
    if (names.length < 2) return null;
    return html`<label>
        <span class="hidden">${t("the start")}</span>
        <select value=${chosen.value} onChange=${(event) => (chosen.value = event.target.value)}>
            ${names.map((name, number) => html`<option key=${name} value=${name}>${label(names, number)}</option>`)}
        </select>
    </label>`;
}

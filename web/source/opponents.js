// The choice of an opponent: one of eight levels, the player who sets traps, or random moves.

import { html } from "./html.js";
import { stored } from "./stored_signal.js";
import { t } from "./words.js";

const MISTAKES = [40, 30, 22, 14, 9, 6, 2, 0]; // of each level in a hundred moves, about: benchmarks/levels.py
const LEVELS = MISTAKES.map((_, number) => (number + 1 < MISTAKES.length ? `level${number + 1}` : "perfect"));
const OTHERS = ["trap", "random"];

const chosen = stored("opponent's name", LEVELS[1]);
export const opponent = () => ([...LEVELS, ...OTHERS].includes(chosen.value) ? chosen.value : LEVELS[1]);

// The name of an opponent in words.
export function opponentInWords(name) {
    const level = LEVELS.indexOf(name) + 1;
    return level ? t("level", { n: level }) : t(`player ${name}`);
}

function why(name) {
    const level = LEVELS.indexOf(name);
    return level < 0 ? t(`player ${name}.why`) : t(level === LEVELS.length - 1 ? "level.best" : "level.why", { mistakes: MISTAKES[level] });
}

export function Opponents() {
    const choice = (name, text) => html`<label key=${name} class=${opponent() === name ? "chosen" : ""}>
        <input type="radio" name="opponent" value=${name} checked=${opponent() === name} onChange=${() => (chosen.value = name)} />
        <b>${text}</b>
    </label>`;
    return html`<div role="radiogroup" aria-label=${t("play against")} aria-describedby="opponent">
            <div class="levels">
                <span>${t("levels")}</span>${LEVELS.map((name, number) => choice(name, number + 1))}
            </div>
            <div class="choices">${OTHERS.map((name) => choice(name, opponentInWords(name)))}</div>
        </div>
        <p class="note" id="opponent" aria-live="polite">${`${opponentInWords(opponent())}: ${why(opponent())}`}</p>`;
}

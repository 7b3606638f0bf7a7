// Values of states and moves: in words, and as a mark of colour, shape and text.

import { html } from "./html.js";
import { t } from "./words.js";

const SIGNS = { win: "▲", draw: "■", loss: "▼" };

// The outcome of a value for the player to move. `mine` is false if points are the first player's and the other is to move.
export function outcome(value, mine = true) {
    if (typeof value === "string") return value;
    const gain = mine ? value : -value;
    return gain > 0 ? "win" : gain < 0 ? "loss" : "draw";
}

// Whether points count for the player to move: they are his, or the first player's.
export const mine = (answer) => answer.scores !== "first" || answer.turn !== 2;

const points = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

export function inWords({ value, dtm }) {
    if (typeof value === "number") return t("points", { n: Math.abs(value), points: points(value) });
    if (dtm === 0) return t(`over.${value}`);
    return value === "draw" ? t("draw") : t(`${value} in`, { n: dtm });
}

// A value with the name of the winner, or of the player whose points they are; `mover` is the player it is a value for.
export function withSide({ value, dtm }, mover, scores) {
    const side = (player) => t(`player.${player}`);
    if (typeof value === "number") return t("side has", { side: side(scores === "first" ? 1 : mover), points: inWords({ value }) });
    return value === "draw" ? t("draw") : t("side wins in", { side: side(value === "win" ? mover : 3 - mover), n: dtm });
}

export const inShort = ({ value, dtm }) =>
    typeof value === "number" ? points(value) : `${t(`short.${value}`)}${dtm ? ` ${dtm}` : ""}`;

export const Mark = ({ of, mine: counted = true, long = false }) => {
    const kind = outcome(of.value, counted);
    return html`<span class="mark ${kind}" title=${inWords(of)}>
        <span aria-hidden="true">${SIGNS[kind]}</span> ${long ? inWords(of) : inShort(of)}
    </span>`;
};

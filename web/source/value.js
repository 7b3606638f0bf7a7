// What a state or a move is worth, in words, and as a mark of colour, shape and text.

import { html } from "./html.js";
import { t } from "./words.js";

const SIGNS = { win: "▲", draw: "■", loss: "▼" };

// For the player who counts it as his own: `mine` is false where points are the first player's and another one moves.
export function outcome(value, mine = true) {
    if (typeof value === "string") return value;
    const gain = mine ? value : -value;
    return gain > 0 ? "win" : gain < 0 ? "loss" : "draw";
}

// Points of a game belong to the player to move or to the first one, who is player 1.
export const mine = (answer) => answer.scores !== "first" || answer.turn !== 2;

const points = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

export function inWords({ value, dtm }) {
    if (typeof value === "number") return t("points", { n: Math.abs(value), points: points(value) });
    if (dtm === 0) return t(`over.${value}`);
    return value === "draw" ? t("draw") : t(`${value} in`, { n: dtm });
}

// The same with the name of who wins, or whose points they are; `mover` is the player who counts the value.
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

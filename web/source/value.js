// Values of states and moves: in words, and as a mark of colour, shape and text.

import { signal } from "@preact/signals";
import { html } from "./html.js";
import { playerName, t } from "./words.js";

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

// Whether the turns of the game alternate. Then the length of a win is given in the moves of the winner where the language
// counts so, else in plies.
export const alternating = signal(true);
export const inMoves = (plies) => (alternating.value ? Math.ceil(plies / Number(t("plies of a move"))) : plies);

// Whether draws by rule and play without end are told apart.
export const endless = signal(false);

// A value in words; `exact`: with its plies. `dtm` is null if play never ends, and undefined if only the outcome counts.
export function inWords({ value, dtm }, exact = false) {
    if (typeof value === "number") return t("points", { n: Math.abs(value), points: points(value) });
    if (value === "draw" && dtm) return t("draw in plies", { n: dtm });
    if (value === "draw") return t("draw");
    if (dtm === 0) return t(`over.${value}`);
    if (dtm === undefined) return t(value);
    if (dtm === null) return t(`endless.${value}`);
    return exact || !alternating.value ? t(`${value} in plies`, { n: dtm }) : t(`${value} in`, { n: inMoves(dtm) });
}

// A value with the name of the winner, or of the player whose points they are; `mover` is the player it is a value for.
export function withSide({ value, dtm }, mover, scores) {
    if (typeof value === "number") return t("side has", { side: playerName(scores === "first" ? 1 : mover), points: inWords({ value }) });
    if (value === "draw") return t("draw");
    const winner = playerName(value === "win" ? mover : 3 - mover);
    if (dtm === null) return `${winner}${t("wins")}`;
    return t(alternating.value ? "side wins in" : "side wins in plies", { side: winner, n: inMoves(dtm) });
}

export const inShort = ({ value, dtm }, exact = false) =>
    typeof value === "number" ? points(value) : `${t(`short.${value}`)}${dtm ? ` ${exact ? dtm : inMoves(dtm)}` : ""}`;

// `exact`: the length in plies, which otherwise is in the title only.
export const Mark = ({ of, mine: counted = true, long = false, exact = false }) => {
    const kind = outcome(of.value, counted);
    return html`<span class="mark ${kind}" title=${inWords(of, true)}>
        <span aria-hidden="true">${SIGNS[kind]}</span> ${long ? inWords(of, exact) : inShort(of, exact)}
    </span>`;
};

// The value of the position as a bar: the part of Blue is greater the better his prospects are, a half is a draw.

import { html } from "./html.js";
import { withSide } from "./value.js";

const HALF = 14; // plies that halve the distance of a win from the line
const FEW = 4; // points that fill half of the rest of the bar

// How good a value is for the player of `sign` 1, from -1 to 1; points in parts of `maxPoints`. Play without end may be a win.
export function height({ value, dtm }, sign, lead, maxPoints) {
    if (typeof value === "number") return (sign * value + lead) / maxPoints;
    if (value === "draw") return 0;
    return sign * (value === "win" ? 1 : -1) * (0.3 + 0.7 * 2 ** (-(dtm ?? Infinity) / HALF));
}

export function Bar({ desk }) {
    const [state, answer] = [desk.state.value, desk.answer.value];
    if (!state || !answer) return null;
    const value = state.over ?? answer;
    const sign = answer.scores === "first" || state.mover === 1 ? 1 : -1;
    const points = typeof value.value === "number" ? Math.abs(sign * value.value + state.lead) + FEW : 1;
    const blue = (1 + height(value, sign, state.lead, points)) / 2;
    const inAll = typeof value.value === "number" ? { value: value.value + sign * state.lead } : value; // with the points so far
    const said = withSide(inAll, state.mover, answer.scores);
    return html`<div class="prospects" role="img" aria-label=${said} title=${said}>
        <span class="blue" style=${{ flexGrow: blue }} /><span class="amber" style=${{ flexGrow: 1 - blue }} />
    </div>`;
}

// A graph of the values of a game for Blue: wins above the line, losses below it, farther away if the end is nearer. Points
// are those of the whole game.

import { height } from "./bar.js";
import { html } from "./html.js";
import { inWords } from "./value.js";
import { playerName, t } from "./words.js";

const [WIDE, HIGH, EDGE] = [600, 150, 12];

export function Graph({ desk, result }) {
    const [states, at] = [desk.game.value, desk.gamePly.value];
    const first = desk.answer.value?.scores === "first";
    const values = [result.moves[0].before, ...result.moves.map((each) => each.after)];
    const before = (ply) => states[Math.max(0, ply - 1)];
    const sign = (ply) => (first || before(ply).mover === 1 ? 1 : -1);
    const totals = values.map(({ value }, ply) => (typeof value === "number" ? sign(ply) * value + before(ply).lead : 0));
    const maxPoints = Math.max(1, ...totals.map(Math.abs));
    const points = values.map((each, ply) => [
        EDGE + ((WIDE - 2 * EDGE) * ply) / Math.max(1, values.length - 1),
        HIGH / 2 - height(each, sign(ply), before(ply).lead, maxPoints) * (HIGH / 2 - EDGE),
    ]);
    const path = points.map(([x, y], ply) => `${ply ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    const [end] = points.slice(-1);
    return html`<figure class="graph">
        <figcaption>${t("graph", { side: playerName(1) })}</figcaption>
        <svg viewBox="0 0 ${WIDE} ${HIGH}" role="group" aria-label=${t("graph", { side: playerName(1) })}>
            <rect class="above" width=${WIDE} height=${HIGH / 2} />
            <rect class="below" y=${HIGH / 2} width=${WIDE} height=${HIGH / 2} />
            <path class="area" d="${path}L${end[0]} ${HIGH / 2}L${points[0][0]} ${HIGH / 2}Z" />
            <line x1="0" x2=${WIDE} y1=${HIGH / 2} y2=${HIGH / 2} />
            <path class="curve" d=${path} />
            ${points.map(
                ([x, y], ply) => html`<circle
                    key=${ply}
                    cx=${x}
                    cy=${y}
                    r=${ply === at ? 6 : result.moves[ply - 1]?.blunder ? 5 : 3}
                    class="${ply === at ? "here" : ""} ${result.moves[ply - 1]?.blunder ? "blunder" : ""}"
                    onClick=${() => desk.toGame(ply)}
                >
                    <title>${ply ? `${ply}. ${result.moves[ply - 1].move}: ${inWords(values[ply])}` : inWords(values[0])}</title>
                </circle>`,
            )}
        </svg>
    </figure>`;
}

// The view to review a game: what each move gave away, by exact counts, and a graph of the values. Moves that are not the
// game's begin variations.

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { post } from "./api.js";
import { Bar } from "./bar.js";
import { asRecord } from "./bestline.js";
import { Board } from "./board.js";
import { Branch } from "./branch.js";
import { Controls } from "./controls.js";
import { copy } from "./copy.js";
import { Csv, downloadRecord } from "./download.js";
import { Graph } from "./graph.js";
import { Headline, Side } from "./headline.js";
import { html } from "./html.js";
import { useKeys } from "./keys.js";
import { NARROW, showBoard } from "./narrow.js";
import { Paste } from "./paste.js";
import { Played } from "./played.js";
import { Mark, alternating, inMoves, inWords } from "./value.js";
import { count, playerName, t } from "./words.js";

export function Review({ desk, game }) {
    const review = useSignal(null);
    const pasting = useSignal(false);
    useKeys(desk);
    const moves = movesOf(desk.game.value);
    // The game as the body of a request. A variation or a comment leaves this text, and so the review, as it was.
    const played = useComputed(() => JSON.stringify({ ...desk.origin.value, lead: desk.begin.value?.lead, moves: movesOf(desk.game.value) }));
    useSignalEffect(() => {
        const [wanted, where] = [played.value, desk.route.value];
        const body = JSON.parse(wanted);
        if (!body.moves.length) return;
        const leaving = new AbortController();
        post(where, "review", body, leaving.signal).then(
            (result) => (review.value = { ...result, played: wanted }),
            (error) => leaving.signal.aborted || (desk.problem.value = error),
        );
        return () => leaving.abort();
    });
    const result = review.value?.played === played.value ? review.value : null;
    const save = () => downloadRecord(`${game.game}.json`, asRecord(desk, moves, desk.begin.value, ["human", "human"]));
    return html`
        <${Headline} desk=${desk} game=${game} shown />
        <section class="table">
            <${Bar} desk=${desk} />
            <${Board} desk=${desk} marks play=${(move) => desk.make(move)} />
            <${Controls} desk=${desk} />
            ${result && html`<${Latest} desk=${desk} result=${result} />`}
            <${Branch} desk=${desk} />
            <${Played} desk=${desk} noted />
            ${result && html`<${Graph} desk=${desk} result=${result} />`}
        </section>
        <section class="panel">
            ${desk.problem.value && html`<p class="wrong" role="alert">${desk.problem.value.message}</p>`}
            ${
                moves.length
                    ? result && html`<${Table} desk=${desk} result=${result} />`
                    : html`<p>${t("nothing to review")}</p>`
            }
            <div class="row">
                ${
                    result &&
                    html`<button onClick=${() => copy(location.href)}>${t("copy link")}</button>
                        <button onClick=${save}>${t("download game")}</button>
                        <${Csv} name=${`${game.game}-review`} rows=${() => rows(result)} />`
                }
                <button onClick=${() => (pasting.value = true)}>${t("paste")}</button>
            </div>
        </section>
        ${pasting.value && html`<${Paste} desk=${desk} game=${game} close=${() => (pasting.value = false)} />`}
    `;
}

const movesOf = (states) => states.slice(1).map((each) => each.move);

// Whether a value is that of player `side`: scores may be those of the first player, other values are the mover's.
const counted = (desk, side) => desk.answer.value?.scores !== "first" || side === 1;

function lost(each) {
    if (each.points) return t("points lost", { n: each.points });
    if (each.blunder) return t(`lost ${each.before.value}`);
    if (each.plies) return t(alternating.value ? "moves lost" : "plies lost", { n: inMoves(each.plies) });
    return "";
}

const rows = ({ moves }) => [
    ["ply", "player", "move", "before", "before_dtm", "after", "after_dtm", "best", "refutation", "good", "legal", "blunder"],
    ...moves.map((each, ply) => [
        ...[ply + 1, each.player, each.move, each.before.value, each.before.dtm, each.after.value, each.after.dtm],
        ...[each.best, each.refutation, each.keeping, each.legal, each.blunder ? 1 : 0],
    ]),
];

// Scrolls a box so that a row of it is shown below the head of the table; the page stays where it is.
function reveal(row, box) {
    const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
    const top = outer.top + box.querySelector("thead").offsetHeight;
    if (inner.top < top) box.scrollTop -= top - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

// The better move and the refutation of a move of the game, as buttons that draw them on the board.
function Remarks({ desk, each, ply }) {
    const draw = async (shown, text) => {
        showBoard();
        if (await desk.toGame(shown)) desk.pointed.value = desk.playable.value.find((move) => move.move === text) ?? null;
    };
    return html`
        ${
            each.best !== each.move &&
            (each.blunder || each.plies > 0) &&
            html`<button class="better" title=${inWords(each.before)} onClick=${() => draw(ply, each.best)}>${t("better", { move: each.best })}</button>`
        }
        ${
            each.refutation &&
            each.blunder &&
            html`<button class="better" title=${inWords(each.after)} onClick=${() => draw(ply + 1, each.refutation)}>${t("refuted by", { move: each.refutation })}</button>`
        }
    `;
}

// On a small screen, where the table is far below the board: what the move that led to the state on the board lost.
function Latest({ desk, result }) {
    const ply = desk.gamePly.value - 1;
    const each = result.moves[ply];
    if (!NARROW.matches || !each || !lost(each)) return null;
    return html`<p class="row latest"><b>${each.move}${each.blunder ? " ??" : ""}</b> ${t("column.gave away")}: ${lost(each)} <${Remarks} desk=${desk} each=${each} ply=${ply} /></p>`;
}

function Table({ desk, result }) {
    const [states, at, scores] = [desk.game.value, desk.gamePly.value, desk.answer.value?.scores];
    const body = useRef();
    useEffect(() => {
        const row = body.current.querySelector("[aria-current]");
        if (row) reveal(row, body.current.closest(".scroll"));
    }, [at]);
    const blunders = [1, 2].map((side) => result.moves.filter((each, ply) => each.blunder && states[ply].mover === side).length);
    const row = (each, ply) => {
        const side = states[ply].mover;
        return html`<tr key=${ply} class=${each.blunder ? "blunder" : ""} aria-current=${ply + 1 === at ? "step" : undefined}>
            <td>${ply + 1}</td>
            <td>
                <button onClick=${() => (desk.toGame(ply + 1), showBoard())}>
                    <span class="disc ${side === 1 ? "blue" : "amber"}" aria-label=${playerName(side)} role="img"></span>
                    ${each.move}${each.blunder ? html` <b title=${t("blunder")}>??</b>` : ""}
                </button>
            </td>
            <td><${Mark} of=${each.after} mine=${counted(desk, side)} /></td>
            <td title=${t("kept.why")}>${count(each.keeping)}/${count(each.legal)}</td>
            <td>
                ${lost(each) && html`<span data-column=${t("column.gave away")}>${lost(each)}</span>`}
                <${Remarks} desk=${desk} each=${each} ply=${ply} />
            </td>
        </tr>`;
    };
    return html`<section aria-labelledby="review">
        <h2 id="review">${t("what moves gave away")}</h2>
        <p>
            ${[1, 2].map((side) => html`<span class="tally"><${Side} of=${side} /> ${t("blunders", { n: blunders[side - 1] })}</span>`)}
        </p>
        ${scores && html`<p class="note">${t(scores === "first" ? "points of the first" : "points of the mover", { side: playerName(1) })}</p>`}
        <div class="scroll" tabindex="0" role="region" aria-labelledby="review">
            <table>
                <thead>
                    <tr>
                        ${["ply", "move", "made it", "kept", "gave away"].map((name) => html`<th scope="col">${t(`column.${name}`)}</th>`)}
                    </tr>
                </thead>
                <tbody ref=${body}>
                    ${result.moves.map(row)}
                </tbody>
            </table>
        </div>
    </section>`;
}

// The view to solve puzzles against best defence. A move of the solver must be as good as the best one: a win in the fewest
// plies, the draw, or the points. A move that fails is answered by its refutation, and the puzzle comes back later; a move
// that wins more slowly is taken back.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { write } from "./address.js";
import { BUSY, request, UNANSWERED } from "./api.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { copy } from "./copy.js";
import { desk as atDesk, flipped } from "./desk.js";
import { Side, isForbidden } from "./headline.js";
import { html } from "./html.js";
import { useKeys } from "./keys.js";
import { useLatest } from "./latest.js";
import { Moves } from "./moves.js";
import { showBoard } from "./narrow.js";
import { Played } from "./played.js";
import { PuzzleChoice, next, settle, usePuzzles } from "./puzzle_list.js";
import { route as address, go, variant } from "./route.js";
import { Mark, inMoves, withSide } from "./value.js";
import { playerName, t } from "./words.js";

const PAUSE = 450; // milliseconds before the defence moves

const solving = atDesk();

const begins = ({ position, forbidden }) => ({ position, forbid: forbidden, mover: 1 });
// The stage after an error, or without puzzles.
const failure = (error) => ({ [BUSY]: "busy", [UNANSWERED]: "unanswered" })[error?.status] ?? "none";
const pause = () => new Promise((done) => setTimeout(done, PAUSE));

export function Puzzles({ desk, game }) {
    const route = desk.route.value;
    const puzzle = useSignal(null);
    const latest = useLatest(); // what an earlier puzzle still awaits is dropped
    const from = useRef(0); // index in the line at which the solver made his last move
    const stage = useSignal("loading"); // solving, defending, refuting, failed, slower, solved, shown, none, busy, unanswered
    const note = useSignal("");
    useKeys(stage.value === "loading" ? null : solving);
    const scores = desk.answer.value?.scores ?? "";
    const hint = useSignal("");
    const { all, loading, problem } = usePuzzles(route);

    async function begin(position) {
        const signal = latest.begin();
        stage.value = "loading";
        note.value = hint.value = "";
        try {
            const result = await request(route, "puzzle", { position }, true, signal);
            flipped.value = false; // the solver is Blue
            const opened = !signal.aborted && (await solving.open(route, begins(result), true));
            if (signal.aborted) return;
            if (!opened) throw solving.problem.value;
            puzzle.value = { ...result, clean: true, why_forbidden: solving.answer.value.why_forbidden };
            stage.value = "solving";
            showBoard();
        } catch (error) {
            if (signal.aborted) return;
            note.value = error?.message ?? "";
            stage.value = failure(error);
        }
    }
    // A puzzle is opened by its address.
    const open = (position, replaced) => position && go({ ...variant(route), view: "puzzles", puzzle: position }, replaced);
    const addressed = address.value.puzzle;
    const first = all[0]?.position;
    useEffect(() => {
        if (addressed) begin(addressed);
        else if (first) open(first, true);
    }, [route.game, String(route.set), addressed, !addressed && first]);
    const show = (position) => (position === addressed ? begin(position) : open(position));

    // Counts the puzzle as solved or failed; one that was solved with a hint does not count.
    function settled(right) {
        const { position, clean, hinted } = puzzle.value;
        if (!right || !hinted) settle(route, position, right && clean, clean);
        puzzle.value = { ...puzzle.value, clean: clean && right };
    }
    function reveals() {
        hint.value = hintOf(solving);
        puzzle.value = { ...puzzle.value, hinted: true };
    }
    const over = () => solving.state.value.over || !solving.playable.value.length;

    async function play(move) {
        const signal = latest.signal();
        hint.value = "";
        from.current = solving.line.value.at;
        const made = from.current + 1;
        const [best] = solving.playable.value;
        const right = move.value === best.value && move.dtm === best.dtm;
        if (!(await solving.make(move, true)) || signal.aborted || stage.value !== "solving") return;
        if (right && (over() || made >= puzzle.value.plies)) {
            settled(true);
            stage.value = "solved";
            return;
        }
        if (!right && move.value === "win") {
            stage.value = "slower";
            note.value = t("slower", { move: move.move, n: inMoves(move.dtm) });
            return;
        }
        if (!right) settled(false);
        stage.value = right ? "defending" : "refuting";
        const here = solving.state.value;
        await pause();
        if (signal.aborted) return;
        if (solving.state.value !== here) await solving.go(made, true); // the user has stepped back meanwhile
        const { mover } = solving.state.value;
        const theirs = () => !signal.aborted && solving.state.value.mover !== solving.begin.value.mover && solving.playable.value.length;
        const reply = theirs() ? solving.playable.value[0] : null;
        let going = reply && (await solving.make(reply, true));
        while (going && right && theirs()) going = await solving.make(solving.playable.value[0], true); // who moves again
        if (signal.aborted) return;
        if (right) stage.value = over() ? "solved" : "solving";
        else {
            stage.value = "failed";
            note.value = reply ? t("refuted", { move: move.move, reply: reply.move, value: withSide(reply, mover, scores) }) : t("that fails");
        }
        if (stage.value === "solved") settled(true);
    }
    async function retry() {
        const signal = latest.signal();
        note.value = "";
        await solving.cut(from.current, true);
        if (!signal.aborted) stage.value = "solving";
    }
    async function reveal() {
        const signal = latest.signal();
        if (["solving", "slower"].includes(stage.value)) settled(false);
        stage.value = "shown";
        const result = await solving.replay(route, begins(puzzle.value), puzzle.value.line).catch(() => null);
        if (!result || signal.aborted) return;
        solving.put(route, result);
        await solving.go(0, true);
    }
    if (!addressed && !loading && !first) stage.value = failure(problem);
    const unfound = ["none", "busy", "unanswered"].includes(stage.value);
    const headline = { busy: "busy", none: addressed ? "no puzzle here" : "no puzzle" }[stage.value];
    const live = stage.value === "solving" && solving.state.value?.mover === solving.begin.value.mover;
    const missed = ["failed", "slower"].includes(stage.value);
    const result = puzzle.value;
    const done = ["solved", "shown"].includes(stage.value);
    const right = { solved: !result?.clean ? "solved at last" : result.hinted ? "solved with a hint" : "solved", solving: live && solving.line.value.at ? "right so far" : "" }[stage.value];
    return html`
        <section class="headline">
            <header role="status">
                ${stage.value === "loading" && html`<p class="turn"><span class="dots" aria-hidden="true"></span>${t(addressed || first ? "composing" : "composing first")}</p>`}
                ${
                    result &&
                    !unfound &&
                    stage.value !== "loading" &&
                    html`<p class="turn"><${Side} of=${solving.begin.value.mover} />${t("to move")} <small>${[t(`grade.${result.grade}`), ...(result.position === first ? [t("today's")] : [])].join(" · ")}</small></p>
                        <p class="stipulation">${stipulation(result, solving.begin.value.mover, scores)}</p>
                        ${result.forbidden && html`<p class="note">${isForbidden(game, result)}</p>`}`
                }
            </header>
            <div class="verdict-line">
                ${right && html`<p class="right" role="alert">✓ ${t(right)}</p>`}
                ${stage.value === "failed" && html`<p class="wrong" role="alert">✗ ${note.value}</p>`}
                ${stage.value === "slower" && html`<p class="slower" role="alert">${note.value}</p>`}
                ${unfound && html`<p class="wrong" role="alert">${headline && t(headline)} <small>${note.value || problem?.message}</small></p>`}
                ${live && hint.value && html`<p class="note" role="status">${t("hint.at", { point: hint.value })}</p>`}
            </div>
            <div class="row">
                ${missed && html`<button class="first" onClick=${retry}>${t("try again")}</button>`}
                <button class=${done || unfound ? "first" : ""} disabled=${!all.length} onClick=${() => show(next(route, result?.position))}>${t("next puzzle")}</button>
                ${live && hintOf(solving) && html`<button onClick=${reveals} disabled=${Boolean(hint.value)}>${t("hint")}</button>`}
                ${(live || missed) && html`<button onClick=${reveal}>${t("solution")}</button>`}
            </div>
        </section>
        <section class="table">
            ${unfound ? html`<div class="board waiting"></div>` : html`<${Board} desk=${solving} marks=${done} play=${live ? play : null} hint=${live ? hint.value : ""} />`}
            ${!unfound && stage.value !== "loading" && html`<${Controls} desk=${solving} /><${Played} desk=${solving} />`}
        </section>
        <section class="panel">
            ${done && html`<${Solution} puzzle=${result} route=${route} />`}
            ${live && solving.answer.value && !solving.answer.value.picture && html`<${Moves} desk=${solving} marks=${false} play=${play} />`}
            <div class="row">
                ${first && first !== addressed && html`<button onClick=${() => show(first)}>${t("today's")}</button>`}
                ${result && !unfound && html`<button onClick=${() => copy(linkTo(route, result.position))}>${t("copy link")}</button>`}
            </div>
            <${PuzzleChoice} route=${route} game=${game} position=${puzzle.value?.position} open=${open} />
        </section>
    `;
}

// The point of the piece that the best move moves; empty if it only puts a piece down, which would tell the move.
function hintOf({ playable }) {
    const [step, ...others] = playable.value[0]?.steps ?? [];
    return step && (step.at.length > 1 || others.length) ? step.at[0] : "";
}

const linkTo = (route, position) => new URL(write({ ...variant(route), view: "puzzles", puzzle: position }), location.href).href;

// The task in words. A win is played to its end; a draw or points are held as long as only one move holds them.
function stipulation({ value, dtm, plies, theme: name }, mover, scores) {
    if (name === "points") return t("stipulation.points", { value: withSide({ value }, mover, scores), n: (plies + 1) / 2 });
    return t(`stipulation.${value}`, { side: playerName(mover), n: value === "win" ? inMoves(dtm) : (plies + 1) / 2 });
}

function Solution({ puzzle, route }) {
    const explore = () => go({ ...variant(route), view: "explore", position: puzzle.position, forbid: puzzle.forbidden });
    return html`<section aria-labelledby="solution">
        <h2 id="solution">${t("solution")}</h2>
        <p class="line"><b>${puzzle.line[0]}</b> ${puzzle.line.slice(1).join(" ")}</p>
        <${Variations} list=${puzzle.solution} />
        ${
            puzzle.tries.length > 0 &&
            html`<h3>${t("tries")}</h3>
                <ul class="tries">
                    ${puzzle.tries.slice(0, 8).map((each) => html`<li>${t("try", { move: each.move, reply: each.refutation })}</li>`)}
                </ul>`
        }
        <div class="row"><button onClick=${explore}>${t("explore it")}</button></div>
    </section>`;
}

const MAX_LISTED = 3;
const MAX_VARIATIONS = 12;
const some = (list) => list.slice(0, MAX_LISTED).join(", ") + (list.length > MAX_LISTED ? " …" : "");

function Variations({ list }) {
    if (!list.length) return null;
    const slow = list.filter((each) => each.value !== null && each.dtm !== 1); // the others end the game at once
    return html`<ul class="variations">
        ${slow.slice(0, MAX_VARIATIONS).map(
            (each) => html`<li>
                ${some(each.defences)}${each.answers.length ? html`${each.defences.length ? ": " : ""}<b>${some(each.answers)}</b>` : ""}
                ${" "}<${Mark} of=${each} />
                <${Variations} list=${each.then} />
            </li>`,
        )}
        ${slow.length > MAX_VARIATIONS && html`<li>…</li>`}
        ${slow.length < list.length && html`<li>${t(slow.length ? "anything else" : "anything")}</li>`}
    </ul>`;
}

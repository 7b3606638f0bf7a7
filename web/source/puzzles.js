// The view to solve puzzles against best defence. A move of the solver must be as good as the best one: a win in the fewest
// plies, the draw, or the points. A move that fails is answered by its refutation, and the puzzle comes back later; a move
// that wins more slowly is taken back.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { BUSY, request } from "./api.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { desk as atDesk } from "./desk.js";
import { Side, isForbidden } from "./headline.js";
import { html } from "./html.js";
import { stored } from "./stored_signal.js";
import { useKeys } from "./keys.js";
import { useLatest } from "./latest.js";
import { Moves } from "./moves.js";
import { Played } from "./played.js";
import { go, variant } from "./route.js";
import { Mark, inMoves, withSide } from "./value.js";
import { t } from "./words.js";

const LENGTHS = [3, 5, 7, 9, 13, 21];
const SPACING = 3; // number of other puzzles before a failed one comes back
const TODAYS = 7; // maximal number of plies of today's puzzle, independent of the choice for others
const PAUSE = 450; // milliseconds before the defence moves

const theme = stored("theme of puzzles", "win");
const length = stored("length of puzzles", 7);
const failed = stored("failed puzzles", []);
const tally = stored("tally", { solved: 0, failed: 0, seen: 0 });
const counted = stored("today's puzzles in the tally", { day: 0, places: [] });
const solving = atDesk();

const begins = ({ position, forbidden }) => ({ position, forbid: forbidden, mover: 1 });
const today = () => Number(new Date().toLocaleDateString("sv").replaceAll("-", ""));
const pause = () => new Promise((done) => setTimeout(done, PAUSE));

export function Puzzles({ desk, game }) {
    const route = desk.route.value;
    const puzzle = useSignal(null);
    const latest = useLatest(); // what an earlier puzzle still awaits is dropped
    const from = useRef(0); // index in the line at which the solver made his last move
    const stage = useSignal("loading"); // solving, defending, refuting, failed, slower, solved, shown, none, busy
    const note = useSignal("");
    useKeys(stage.value === "loading" ? null : solving);
    const scores = desk.answer.value?.scores ?? "";
    const here = (each) => each.game === route.game && String(each.set) === String(route.set);
    // Whether today's puzzle has been counted: it counts once, however often it is opened.
    const todaysCounted = (seed) => seed === counted.value.day && counted.value.places.some(here);

    async function begin(parameters, repeated = null) {
        const signal = latest.begin();
        stage.value = "loading";
        note.value = "";
        try {
            const wanted = { theme: scores ? "points" : theme.value === "points" ? "win" : theme.value, length: length.value, ...parameters };
            const result = repeated ?? (await request(route, "puzzle", wanted, Boolean(parameters.seed), signal));
            const opened = !signal.aborted && (await solving.open(route, begins(result), true));
            if (signal.aborted) return;
            if (!opened) throw solving.problem.value;
            puzzle.value = { ...result, clean: true, why_forbidden: solving.answer.value.why_forbidden };
            stage.value = "solving";
        } catch (error) {
            if (signal.aborted) return;
            note.value = error?.message ?? "";
            stage.value = error?.status === BUSY ? "busy" : "none";
        }
    }
    const later = () => tally.value.seen + SPACING + 1;
    function another() {
        tally.value = { ...tally.value, seen: tally.value.seen + 1 };
        const due = failed.value.find((each) => here(each) && each.due <= tally.value.seen);
        if (due) failed.value = failed.value.map((each) => (each === due ? { ...due, due: later() } : each));
        begin({}, due?.puzzle);
    }
    const todays = () => begin({ theme: scores ? "points" : "win", length: TODAYS, seed: today() });
    useEffect(() => void todays(), [route.game, String(route.set), scores]);

    function settle(right) {
        const { position } = puzzle.value;
        const others = failed.value.filter((each) => !(here(each) && each.puzzle.position === position));
        const back = { ...variant(route), puzzle: puzzle.value, due: later() };
        failed.value = right ? others : [...others, back].slice(-50);
        const { clean, seed } = puzzle.value;
        if (clean && !todaysCounted(seed)) {
            const name = right ? "solved" : "failed";
            tally.value = { ...tally.value, [name]: tally.value[name] + 1 };
            const day = today();
            const places = counted.value.day === day ? counted.value.places : [];
            if (seed === day) counted.value = { day, places: [...places, variant(route)] };
        }
        puzzle.value = { ...puzzle.value, clean: puzzle.value.clean && right };
    }
    const over = () => solving.state.value.over || !solving.playable.value.length;

    async function play(move) {
        const signal = latest.signal();
        from.current = solving.line.value.at;
        const made = from.current + 1;
        const [best] = solving.playable.value;
        const right = move.value === best.value && move.dtm === best.dtm;
        if (!(await solving.make(move, true)) || signal.aborted || stage.value !== "solving") return;
        if (right && (over() || made >= puzzle.value.plies)) {
            settle(puzzle.value.clean);
            stage.value = "solved";
            return;
        }
        if (!right && move.value === "win") {
            stage.value = "slower";
            note.value = t("slower", { move: move.move, n: inMoves(move.dtm) });
            return;
        }
        if (!right) settle(false);
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
        if (stage.value === "solved") settle(puzzle.value.clean);
    }
    async function retry() {
        const signal = latest.signal();
        note.value = "";
        await solving.cut(from.current, true);
        if (!signal.aborted) stage.value = "solving";
    }
    async function reveal() {
        const signal = latest.signal();
        if (["solving", "slower"].includes(stage.value)) settle(false);
        stage.value = "shown";
        const result = await solving.replay(route, begins(puzzle.value), puzzle.value.line).catch(() => null);
        if (!result || signal.aborted) return;
        solving.put(route, result);
        await solving.go(0, true);
    }
    const unfound = ["none", "busy"].includes(stage.value);
    const live = stage.value === "solving" && solving.state.value?.mover === solving.begin.value.mover;
    const missed = ["failed", "slower"].includes(stage.value);
    const result = puzzle.value;
    const done = ["solved", "shown"].includes(stage.value);
    return html`
        <header class="headline" role="status">
            ${stage.value === "loading" && html`<p class="turn"><span class="dots" aria-hidden="true"></span>${t("composing")}</p>`}
            ${
                result &&
                !unfound &&
                stage.value !== "loading" &&
                html`<p class="turn"><${Side} of=${solving.begin.value.mover} />${t("to move")}</p>
                    <p class="stipulation">${stipulation(result, solving.begin.value.mover, scores)}</p>
                    ${result.forbidden && html`<p class="note">${isForbidden(game, result)}</p>`}`
            }
        </header>
        <section class="table">
            ${unfound ? html`<div class="board waiting"></div>` : html`<${Board} desk=${solving} marks=${done} play=${live ? play : null} />`}
            ${!unfound && stage.value !== "loading" && html`<${Controls} desk=${solving} /><${Played} desk=${solving} />`}
        </section>
        <section class="panel">
            ${stage.value === "solved" && html`<p class="right" role="alert">✓ ${result.clean ? t("solved") : t("solved at last")}</p>`}
            ${stage.value === "failed" && html`<p class="wrong" role="alert">✗ ${note.value}</p>`}
            ${stage.value === "slower" && html`<p class="slower" role="alert">${note.value}</p>`}
            ${unfound && html`<p class="wrong" role="alert">${t(stage.value === "busy" ? "busy" : "no puzzle")} <small>${note.value}</small></p>`}
            <div class="row">
                ${missed && html`<button class="first" onClick=${retry}>${t("try again")}</button>`}
                <button class=${done || unfound ? "first" : ""} disabled=${stage.value === "loading"} onClick=${another}>${t("next puzzle")}</button>
                ${(live || missed) && html`<button onClick=${reveal}>${t("show solution")}</button>`}
                <button onClick=${todays}>${t("today's")}</button>
            </div>
            ${done && html`<${Solution} puzzle=${result} route=${route} />`}
            ${live && solving.answer.value && !solving.answer.value.picture && html`<${Moves} desk=${solving} marks=${false} play=${play} />`}
            <form class="opponent" onSubmit=${(event) => event.preventDefault()}>
                <h2>${t("what puzzles")}</h2>
                <div class="row">
                    ${
                        !scores &&
                        html`<label>${t("theme")}
                            <select value=${theme.value} onChange=${(event) => (theme.value = event.target.value)}>
                                ${["win", "draw"].map((name) => html`<option value=${name}>${t(`theme.${name}`)}</option>`)}
                            </select>
                        </label>`
                    }
                    <label>${t("at most")}
                        <select value=${length.value} onChange=${(event) => (length.value = Number(event.target.value))}>
                            ${LENGTHS.map((plies) => html`<option value=${plies}>${t("plies", { n: plies })}</option>`)}
                        </select>
                    </label>
                </div>
                <p class="note">
                    ${t("tally", tally.value)} ${todaysCounted(result?.seed) && t("today's counted")}
                    ${` ${t("to come back", { n: failed.value.filter(here).length })}`}
                </p>
            </form>
        </section>
    `;
}

// The task in words. A win is played to its end; a draw or points are held as long as only one move holds them.
function stipulation({ value, dtm, plies, theme: name }, mover, scores) {
    if (name === "points") return t("stipulation.points", { value: withSide({ value }, mover, scores), n: (plies + 1) / 2 });
    return t(`stipulation.${value}`, { side: t(`player.${mover}`), n: value === "win" ? inMoves(dtm) : (plies + 1) / 2 });
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

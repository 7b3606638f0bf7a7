// The view to play against an opponent. Values are hidden.

import { batch, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { post } from "./api.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { flip, flipped } from "./desk.js";
import { Headline, Side, result } from "./headline.js";
import { html } from "./html.js";
import { StartChoice, named, starts } from "./starts.js";
import { TAB, stored } from "./stored_signal.js";
import { useKeys } from "./keys.js";
import { Moves } from "./moves.js";
import { showBoard } from "./narrow.js";
import { Opponents, opponent, opponentInWords } from "./opponents.js";
import { Played } from "./played.js";
import { go, record, sameVariant, variant } from "./route.js";
import { playerName, t } from "./words.js";

// The current game: {route, begin, side, opponent}, where `side` is the user's; its moves so far; and its end, as the server
// gives it, or {kind: "resigned"}. The tab stores them, so the game continues after the page is reloaded, and after another
// line was shown.
const playing = stored("playing", null, TAB);
const made = stored("moves of the game", [], TAB);
const ended = stored("ended", null, TAB);
const following = signal(false); // whether this view has shown the game so far
const thinking = signal(false);
const revealed = signal(null);
const wrong = signal("");

export function Play({ desk, game }) {
    useKeys(desk, { v: () => (revealed.value = desk.state.value) });
    const now = isOn(playing.value, desk) ? playing.value : null;
    const start = useSignal("start");
    const last = atEnd(desk);
    const mine = now && desk.state.value?.mover === now.side && !ended.value && !desk.state.value?.over;

    useEffect(() => {
        if (now) showBoard();
        if (now && flipped.value !== (now.side === 2)) flip(desk); // after a reload, or after another view
    }, [Boolean(now)]);

    useEffect(() => () => (wrong.value = ""), []);

    // The moves so far follow the line.
    useSignalEffect(() => {
        following.value = isOn(playing.value, desk);
        const moves = movesOf(desk);
        if (following.value && moves.length !== made.peek().length) made.value = moves;
    });
    useEffect(() => () => (following.value = false), []);

    // The opponent moves whenever the last state of the line is shown and it is his turn. After an error the user decides
    // when to send the request again.
    useSignalEffect(() => {
        const [line, session] = [desk.line.value, playing.value];
        if (!isOn(session, desk) || !atEnd(desk)) return;
        if (ended.value || wrong.value || thinking.value || desk.busy.value) return;
        const state = line.states[line.at];
        if (state.over || state.mover !== session.side) answer(desk, session);
    });

    const begin = async (side, from) => {
        const state = from ?? {};
        batch(() => {
            ended.value = null;
            playing.value = null;
            made.value = [];
            revealed.value = null;
            wrong.value = "";
        });
        flipped.value = side === 2;
        if (!(await desk.open(desk.route.value, state))) return;
        playing.value = { route: desk.route.value, begin: desk.origin.value, side, opponent: opponent() };
    };
    const first = () => {
        const names = starts(game, desk.route.value.set);
        return names.length ? named(names.includes(start.value) ? start.value : names[0]) : desk.state.value;
    };
    const left = !now && playing.value && !ended.value && sameVariant(playing.value.route, desk.route.value) ? playing.value : null;
    async function resume() {
        wrong.value = "";
        try {
            desk.put(desk.route.value, await desk.replay(desk.route.value, left.begin, made.value));
        } catch (error) {
            wrong.value = error.message;
        }
    }
    const make = (move) => (mine && last ? desk.make(move) : null);
    const back = () => {
        if (!last) return;
        const { states } = desk.line.value;
        const at = states.findLastIndex((state, number) => number < states.length - 1 && state.mover === now.side && !state.over);
        if (at < 0) return;
        ended.value = null;
        desk.cut(at);
    };
    const shown = revealed.value === desk.state.value;
    const problem = html`
        ${(wrong.value || desk.problem.value) && html`<p class="wrong" role="alert">${wrong.value || desk.problem.value.message}</p>`}
        ${now && wrong.value && html`<div class="row"><button onClick=${() => (wrong.value = "")}>${t("try again")}</button></div>`}
    `;
    return html`
        ${
            now &&
            html`<section class="headline">
                <${Headline} desk=${desk} game=${game} shown=${shown} reveal=${() => (revealed.value = desk.state.value)} ended=${last ? unseen(now) : null} />
                <${Status} desk=${desk} session=${now} mine=${mine} last=${last} />
                ${problem}
                <div class="row">
                    <button onClick=${back} aria-disabled=${!last || desk.moves.value.length < 1}>${t("take back")}</button>
                    ${!ended.value && desk.moves.value.length > 0 && html`<button onClick=${() => (ended.value = { kind: "resigned" })}>${t("resign")}</button>`}
                    ${ended.value && html`<button class="first" onClick=${() => review(desk)}>${t("review game")}</button>`}
                </div>
            </section>`
        }
        <section class="table">
            <${Board} desk=${desk} marks=${shown} play=${mine && last ? make : null} />
            <${Controls} desk=${desk} />
            <${Played} desk=${desk} />
        </section>
        <section class="panel">
            ${!now && problem}
            ${left && html`<div class="row"><button class="first" onClick=${resume}>${t("continue game", { n: made.value.length })}</button></div>`}
            <details open=${!now || Boolean(ended.value)}>
                <summary><h2>${now ? t("new game") : t("play against")}</h2></summary>
                <form class="opponent" onSubmit=${(event) => event.preventDefault()}>
                    <${Opponents} />
                    <div class="row">
                        <${StartChoice} game=${game} set=${desk.route.value.set} chosen=${start} />
                        ${[1, 2].map((side) => html`<button class="first" onClick=${() => begin(side, first())}><${PlayAs} side=${side} /></button>`)}
                        ${
                            desk.playable.value.length > 0 &&
                            html`<button onClick=${() => begin(desk.state.value.mover, desk.state.value)}>${t("from here")}</button>`
                        }
                    </div>
                </form>
            </details>
            ${mine && last && html`<${Moves} desk=${desk} marks=${shown} play=${make} />`}
        </section>
    `;
}

function PlayAs({ side }) {
    const [before, after] = t("play as", { side: "|" }).split("|");
    return html`${before}<${Side} of=${side} />${after}`;
}

const movesOf = (desk) => desk.game.value.slice(1).map((each) => each.move);
const begins = (whole, part) => part.every((move, ply) => move === whole[ply]);

// Whether the line that is shown begins as a game does.
const isOf = (session, desk) =>
    Boolean(session && desk.line.value && sameVariant(session.route, desk.route.value)) &&
    JSON.stringify(session.begin) === JSON.stringify(desk.origin.value);

// Whether the line that is shown is the current game, continues it, or is what was left when moves were taken back here.
const isOn = (session, desk) =>
    isOf(session, desk) && (begins(movesOf(desk), made.value) || (following.value && begins(made.value, movesOf(desk))));

// Whether the last state of the game is shown.
const atEnd = (desk) => desk.gamePly.value !== null && desk.gamePly.value === desk.game.value.length - 1;

// The end of the game for the headline, if it does not follow from the position.
function unseen(session) {
    const kind = ended.value?.kind;
    if (kind === "resigned") return { winner: 3 - session.side, why: t("resigned", { side: playerName(session.side) }) };
    if (kind !== "endless" && kind !== "repeated" && kind !== "plies") return null;
    const { winner } = ended.value;
    return { winner: winner === null ? null : winner + 1, why: t(`ended.${kind}`), endless: kind === "endless" };
}

const played = (desk) => {
    const [begin, ...states] = desk.line.value.states;
    return { position: begin.position, forbid: begin.forbid, mover: begin.mover, lead: begin.lead, moves: states.map((each) => each.move) };
};

async function answer(desk, session) {
    thinking.value = true;
    const line = desk.line.value;
    try {
        const result = await post(desk.route.value, "reply", { ...played(desk), player: session.opponent });
        if (playing.value !== session || desk.line.value !== line) return;
        wrong.value = "";
        const move = desk.playable.value.find((each) => each.move === result.move);
        // the address changes only at the user's turns, so the back button leads to his previous choice
        if (move && (await desk.make(move, true))) record(desk.line.value, true);
        if (result.ending && playing.value === session) ended.value = result.ending; // after the last move is shown
    } catch (error) {
        wrong.value = error.message;
    } finally {
        thinking.value = false;
    }
}

function Status({ desk, session, mine, last }) {
    if (ended.value && last) {
        const { winner } = unseen(session) ?? result(desk.state.value, desk.answer.value);
        const outcome = winner ? (winner === session.side ? "won" : "lost") : "drawn";
        return html`<p class="status" role="status">${t(`game over.${outcome}`)}</p>`;
    }
    if (thinking.value) return html`<p class="status" role="status"><span class="dots" aria-hidden="true"></span>${t("thinking")}</p>`;
    if (!last) return html`<p class="status" role="status">${t("looking back")}</p>`;
    const { states, at } = desk.line.value;
    const answered = mine && at && states[at - 1].mover !== session.side;
    return html`<p class="status" role="status">${answered ? `${t("has played", { side: playerName(3 - session.side), move: states[at].move })} ` : ""}${mine ? t("your turn") : ""} <small>${t("you are")} <${Side} of=${session.side} /> · ${t("against", { player: opponentInWords(session.opponent) })}</small></p>`;
}

function review(desk) {
    go({ ...variant(desk.route.value), view: "review", ...desk.place.value });
}

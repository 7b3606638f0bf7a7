// A desk: a line of states, the state that is shown, and the server's answer about it.
//
// A state is {position, forbid, mover}, with `move`, the move that led to it, and `over`, the value of that move if it
// ended the game. No position follows such a move: the state has the position before it, and the answer has `final`, the
// board after it.
//
// A line is {states, at, game}: the states of the path, the index of the one that is shown, and the states of the game
// that is being viewed, if any. A move that is not the game's begins a variation: the path changes, `game` does not.

import { batch, computed, signal } from "@preact/signals";
import { request } from "./api.js";

export const flipped = signal(false);
export function flip(desk) {
    flipped.value = !flipped.value;
    desk.again();
}

const sides = (mover) => ({ mover, flip: flipped.value ? 1 : "" });
const seen = (mover) => ({ picture: 1, ...sides(mover) });
const reached = (answer, mover) => ({
    position: answer.position,
    forbid: answer.forbidden,
    mover: answer.turn || mover,
});

// The move with a text; upper and lower case are equal if only one move matches.
export function named(moves, text) {
    const alike = moves.filter((each) => each.move.toLowerCase() === text.toLowerCase());
    return moves.find((each) => each.move === text) ?? (alike.length === 1 ? alike[0] : null);
}

// The first ply of a line that differs from the game; null if none does.
function departs({ states, game }) {
    if (!game) return null;
    const at = [...Array(Math.max(states.length, game.length)).keys()].find(
        (ply) => ply && states[ply]?.move !== game[ply]?.move,
    );
    return at ?? null;
}

export function desk(moved = () => {}) {
    const route = signal(null);
    const line = signal(null);
    const answer = signal(null); // a new answer cancels what is picked or dragged on the board
    const counted = signal(null); // moves with their replies, and the answer that they belong to
    const problem = signal(null);
    const busy = signal(false);
    const pointed = signal(null); // a move to draw on the board
    const state = computed(() => line.value?.states[line.value.at] ?? null);
    const branch = computed(() => (line.value ? departs(line.value) : null)); // where a variation begins
    let latest = 0;

    // The result of the latest request; null for earlier ones, in whatever order answers arrive.
    async function latestOf(send) {
        const number = ++latest;
        busy.value = true;
        try {
            const result = await send();
            return number === latest ? result : null;
        } catch (error) {
            if (number === latest) problem.value = error;
            return null;
        } finally {
            if (number === latest) busy.value = false;
        }
    }

    function shown(result, next, quiet, where = route.value) {
        batch(() => {
            pointed.value = problem.value = null;
            answer.value = result;
            line.value = next;
            route.value = where;
        });
        if (!quiet) moved(next);
    }

    // The server's answer about a state, requested as the state `before` it and a move if that is given.
    async function answerOf(where, state, before) {
        const { position, forbid } = before && !state.over ? before : state;
        const move = before && !state.over ? state.move : "";
        const result = await request(where, "position", { position, forbid, move, replies: 0, ...seen(state.mover) });
        return state.over ? ended(where, result, state, state.move) : result;
    }

    // The answer about a state with the board after the move `last`, which ends the game; with the board before that move
    // if the game has no scene of the end.
    async function ended(where, result, { position, forbid, mover }, last) {
        const { scene, picture, last_picture } = await request(where, "final", { position, forbid, last, ...sides(mover) });
        return { ...result, final: scene ? { scene, picture, last_picture } : { ...result, last_picture } };
    }

    async function show(next, quiet, where = route.value) {
        const result = await latestOf(() => answerOf(where, next.states[next.at], next.states[next.at - 1]));
        if (result) shown(result, next, quiet, where);
        return result;
    }

    // Begins a new line at a state, with the server's text of its position.
    async function open(where, begin, quiet = false) {
        const mover = begin.mover ?? 1;
        const result = await latestOf(() => answerOf(where, { ...begin, mover }));
        if (result) {
            shown(result, { states: [reached(result, mover)], at: 0 }, quiet, where);
        }
        return result;
    }

    // Makes several moves as one step of the browser's history; returns false if one of them cannot be made.
    async function follow(moves) {
        for (const text of moves) {
            const move = answer.value.moves.find((each) => each.move === text);
            if (!move || !(await make(move, true))) return false;
        }
        moved(line.value);
        return true;
    }

    // The state after a move and the answer about it (about the state before, if the move ends the game).
    async function after(where, source, here, move) {
        if (move.after === null) {
            const result = await ended(where, source, here, move.move);
            return { result, state: { ...here, over: { value: move.value, dtm: move.dtm }, move: move.move } };
        }
        const mover = move.again ? here.mover : 3 - here.mover;
        const result = await answerOf(where, { mover, move: move.move }, here);
        return { result, state: { ...reached(result, mover), move: move.move } };
    }

    // The states after each of some moves, given as texts, up to the first illegal one; shows nothing.
    async function replay(where, begin, texts) {
        const mover = begin.mover ?? 1;
        let result = await answerOf(where, { ...begin, mover });
        const states = [reached(result, mover)];
        for (const text of texts) {
            const last = states[states.length - 1];
            const move = last.over ? null : named(result.moves, text);
            if (!move || move.forbidden) break;
            const made = await after(where, result, last, move);
            result = made.result;
            states.push(made.state);
        }
        return { result, states };
    }

    // Shows the last state of a line that was replayed; if it has moves, it becomes the game.
    function put(where, { result, states }) {
        ++latest;
        busy.value = false;
        shown(result, { states, at: states.length - 1, game: states.length > 1 ? states : null }, false, where);
    }

    async function make(move, quiet = false) {
        const { states, at, game } = line.value;
        const left = branch.value;
        if (states[at + 1]?.move === move.move) return go(at + 1, quiet);
        if (left !== null && at < left && game[at + 1]?.move === move.move) return toGame(at + 1, quiet);
        const made = await latestOf(() => after(route.value, answer.value, states[at], move));
        if (!made) return false;
        const path = [...states.slice(0, at + 1), made.state];
        const longer = left === null && at === states.length - 1; // the move extends the game
        shown(made.result, { states: path, at: at + 1, game: longer && game ? path : game }, quiet);
        return true;
    }

    const go = (at, quiet = false) => {
        const exists = at >= 0 && at < line.value.states.length;
        return exists ? show({ ...line.value, at }, quiet).then(Boolean) : Promise.resolve(false);
    };

    // Returns from the variation to the game.
    function toGame(at, quiet = false) {
        const { game } = line.value;
        return show({ states: game, at: Math.min(at, game.length - 1), game }, quiet).then(Boolean);
    }

    // Makes the line so far the game, which later moves do not change.
    function adopt() {
        if (line.peek() && !line.peek().game) line.value = { ...line.peek(), game: line.peek().states };
    }

    // Requests how many replies to each move hold in the state that is shown; this takes the server longer.
    async function count() {
        const [here, shownAnswer] = [state.value, answer.value];
        if (!shownAnswer || counted.peek()?.of === shownAnswer) return;
        const parameters = { position: here.position, forbid: here.forbid };
        const result = await request(route.value, "position", parameters).catch(() => null);
        if (result && answer.value === shownAnswer) counted.value = { of: shownAnswer, moves: result.moves };
    }

    return {
        ...{ route, line, state, answer, problem, busy, pointed, branch },
        ...{ open, replay, put, follow, make, go, toGame, adopt, count },
        restore: (where, next, quiet = true) => show(next, quiet, where),
        again: () => line.value && show(line.value, true),
        begin: computed(() => line.value?.states[0] ?? null),
        replies: computed(() => {
            const moves = counted.value?.of === answer.value ? (counted.value?.moves ?? []) : [];
            return new Map(moves.map((move) => [move.move, move.replies]));
        }),
        game: computed(() => line.value?.game ?? line.value?.states ?? []),
        // The ply of the game that is shown; null in a variation.
        gamePly: computed(() => {
            const { at } = line.value ?? { at: null };
            return branch.value !== null && at >= branch.value ? null : at;
        }),
        moves: computed(() => line.value?.states.slice(1).map((each) => each.move) ?? []),
        playable: computed(() => {
            const result = !state.value || state.value.over ? [] : (answer.value?.moves ?? []);
            return result.filter((move) => !move.forbidden);
        }),
    };
}

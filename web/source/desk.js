// A board: a line of states and the moves between them, which of them is shown, and what the server says of it.
//
// A state is {position, forbid, mover}; besides `move`, the move that led to it, and `over`, what the game ended with if
// that move ended it. No position comes after such a move: the state has the position before it, and the answer has
// `final`, the board after it.
//
// A line is {states, at, game}: the states on the path that is shown, the number of the one on the board, and, where a
// game is looked at, that game's states. A move off the game is a variation: the path leaves the game, which stays.

import { batch, computed, signal } from "@preact/signals";
import { request } from "./api.js";

export const flipped = signal(false);

const sides = (mover) => ({ mover, flip: flipped.value ? 1 : "" });
const seen = (mover) => ({ picture: 1, ...sides(mover) });
const reached = (answer, mover) => ({
    position: answer.position,
    forbid: answer.forbidden,
    mover: answer.turn || mover,
});

// The move of a text, in whatever case it is written if that is clear.
export function named(moves, text) {
    const alike = moves.filter((each) => each.move.toLowerCase() === text.toLowerCase());
    return moves.find((each) => each.move === text) ?? (alike.length === 1 ? alike[0] : null);
}

// The first ply of a line that is not the game's; null if all are.
function departs({ states, game }) {
    if (!game) return null;
    const at = [...Array(Math.max(states.length, game.length)).keys()].find(
        (ply) => ply && states[ply]?.move !== game[ply]?.move,
    );
    return at ?? null;
}

export function desk(moved = () => {}) {
    const place = signal(null);
    const line = signal(null);
    const answer = signal(null); // a new one is a new position on the board: what is picked or dragged there ends
    const counted = signal(null); // the same moves with their replies, and the answer they belong to
    const problem = signal(null);
    const busy = signal(false);
    const pointed = signal(null); // a move that is shown on the board
    const state = computed(() => line.value?.states[line.value.at] ?? null);
    const branch = computed(() => (line.value ? departs(line.value) : null)); // where a variation begins
    let latest = 0;

    // The result of the latest request; null for the others, in whatever order answers arrive.
    async function latestOf(send) {
        const number = ++latest;
        busy.value = true;
        try {
            const found = await send();
            return number === latest ? found : null;
        } catch (error) {
            if (number === latest) problem.value = error;
            return null;
        } finally {
            if (number === latest) busy.value = false;
        }
    }

    function shown(found, next, quiet, where = place.value) {
        batch(() => {
            pointed.value = problem.value = null;
            answer.value = found;
            line.value = next;
            place.value = where;
        });
        if (!quiet) moved(next);
    }

    // The server's answer about a state: given as the state `before` it and the move made there, if there is one.
    async function answerOf(where, state, before) {
        const { position, forbid } = before && !state.over ? before : state;
        const move = before && !state.over ? state.move : "";
        const found = await request(where, "position", { position, forbid, move, replies: 0, ...seen(state.mover) });
        return state.over ? ended(where, found, state, state.move) : found;
    }

    // The same of a state in which the move `last` ends the game, with the board after it: if the game does not say what
    // that looks like, the board before it.
    async function ended(where, found, { position, forbid, mover }, last) {
        const { scene, picture, last_picture } = await request(where, "final", { position, forbid, last, ...sides(mover) });
        return { ...found, final: scene ? { scene, picture, last_picture } : { ...found, last_picture } };
    }

    async function show(next, quiet, where = place.value) {
        const found = await latestOf(() => answerOf(where, next.states[next.at], next.states[next.at - 1]));
        if (found) shown(found, next, quiet, where);
        return found;
    }

    // Begin anew, at a state: what the server makes of it is what it is called.
    async function open(where, begin, quiet = false) {
        const mover = begin.mover ?? 1;
        const found = await latestOf(() => answerOf(where, { ...begin, mover }));
        if (found) {
            shown(found, { states: [reached(found, mover)], at: 0 }, quiet, where);
        }
        return found;
    }

    // Make several moves, as one step of the browser's history; false if one of them cannot be made.
    async function follow(moves) {
        for (const text of moves) {
            const move = answer.value.moves.find((each) => each.move === text);
            if (!move || !(await make(move, true))) return false;
        }
        moved(line.value);
        return true;
    }

    // The state after a move, and what the server says of it: of the state before, if the move ends the game.
    async function after(where, known, here, move) {
        if (move.after === null) {
            const found = await ended(where, known, here, move.move);
            return { found, state: { ...here, over: { value: move.value, dtm: move.dtm }, move: move.move } };
        }
        const mover = 3 - here.mover;
        const found = await answerOf(where, { mover, move: move.move }, here);
        return { found, state: { ...reached(found, mover), move: move.move } };
    }

    // The states that moves, as texts, make from a state on, as far as they are legal. Nothing is shown.
    async function replay(where, begin, texts) {
        const mover = begin.mover ?? 1;
        let found = await answerOf(where, { ...begin, mover });
        const states = [reached(found, mover)];
        for (const text of texts) {
            const last = states[states.length - 1];
            const move = last.over ? null : named(found.moves, text);
            if (!move || move.forbidden) break;
            const made = await after(where, found, last, move);
            found = made.found;
            states.push(made.state);
        }
        return { found, states };
    }

    // Show the end of a line that was replayed; if it has moves, it is a game.
    function put(where, { found, states }) {
        ++latest;
        busy.value = false;
        shown(found, { states, at: states.length - 1, game: states.length > 1 ? states : null }, false, where);
    }

    async function make(move, quiet = false) {
        const { states, at, game } = line.value;
        const left = branch.value;
        if (states[at + 1]?.move === move.move) return go(at + 1, quiet);
        if (left !== null && at < left && game[at + 1]?.move === move.move) return toGame(at + 1, quiet);
        const made = await latestOf(() => after(place.value, answer.value, states[at], move));
        if (!made) return false;
        const path = [...states.slice(0, at + 1), made.state];
        const longer = left === null && at === states.length - 1; // the game itself goes on
        shown(made.found, { states: path, at: at + 1, game: longer && game ? path : game }, quiet);
        return true;
    }

    const go = (at, quiet = false) => {
        const there = at >= 0 && at < line.value.states.length;
        return there ? show({ ...line.value, at }, quiet).then(Boolean) : Promise.resolve(false);
    };

    // Leave the variation for the game.
    function toGame(at, quiet = false) {
        const { game } = line.value;
        return show({ states: game, at: Math.min(at, game.length - 1), game }, quiet).then(Boolean);
    }

    // What was played so far is a game: it stays, whatever is played from here on.
    function adopt() {
        if (line.peek() && !line.peek().game) line.value = { ...line.peek(), game: line.peek().states };
    }

    // How many replies hold, which takes the server longer; of the state that is shown.
    async function count() {
        const [here, known] = [state.value, answer.value];
        if (!known || counted.peek()?.of === known) return;
        const said = { position: here.position, forbid: here.forbid };
        const found = await request(place.value, "position", said).catch(() => null);
        if (found && answer.value === known) counted.value = { of: known, moves: found.moves };
    }

    return {
        ...{ place, line, state, answer, problem, busy, pointed, branch },
        ...{ open, replay, put, follow, make, go, toGame, adopt, count },
        restore: (where, next, quiet = true) => show(next, quiet, where),
        again: () => line.value && show(line.value, true),
        begin: computed(() => line.value?.states[0] ?? null),
        replies: computed(() => {
            const moves = counted.value?.of === answer.value ? (counted.value?.moves ?? []) : [];
            return new Map(moves.map((move) => [move.move, move.replies]));
        }),
        game: computed(() => line.value?.game ?? line.value?.states ?? []),
        // The ply of the game that is on the board; null in a variation.
        gamePly: computed(() => {
            const { at } = line.value ?? { at: null };
            return branch.value !== null && at >= branch.value ? null : at;
        }),
        moves: computed(() => line.value?.states.slice(1).map((each) => each.move) ?? []),
        playable: computed(() => {
            const found = !state.value || state.value.over ? [] : (answer.value?.moves ?? []);
            return found.filter((move) => !move.forbidden);
        }),
    };
}

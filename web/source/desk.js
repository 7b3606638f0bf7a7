// A board that somebody sits at: a line of states and the moves between them, which of them is shown, and what the
// server says of it. A state is {position, forbid, mover}; besides `move` and `drawn`, the move that led to it, and
// `over`, what the game ended with if that move ended it: the board then is the one before.

import { batch, computed, signal } from "@preact/signals";
import { ask } from "./api.js";

export const flipped = signal(false);

const seen = (mover) => ({ picture: 1, mover, flip: flipped.value ? 1 : "" });
const whose = (answer, otherwise) => answer.turn || otherwise;

export function desk(moved = () => {}) {
    const place = signal(null);
    const line = signal(null);
    const answer = signal(null); // a new one is a new position on the board: what is picked or dragged there ends
    const counted = signal(null); // the same moves with their replies, and the answer they belong to
    const problem = signal(null);
    const busy = signal(false);
    const pointed = signal(null); // a move that is shown on the board
    const state = computed(() => line.value?.states[line.value.at] ?? null);
    let latest = 0;

    // Whatever is asked last is shown, in whatever order answers come.
    async function asking(question) {
        const number = ++latest;
        busy.value = true;
        try {
            const found = await question();
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

    const told = (where, { position, forbid, mover }) =>
        ask(where, "position", { position, forbid, replies: 0, ...seen(mover) });

    async function show(next, quiet, where = place.value) {
        const found = await asking(() => told(where, next.states[next.at]));
        if (found) shown(found, next, quiet, where);
        return found;
    }

    // Begin anew, at a state: what the server makes of it is what it is called.
    async function open(where, begin, quiet = false) {
        const mover = begin.mover ?? 1;
        const found = await asking(() => told(where, { ...begin, mover }));
        if (found) {
            const first = { position: found.position, forbid: found.forbidden, mover: whose(found, mover) };
            shown(found, { states: [first], at: 0 }, quiet, where);
        }
        return found;
    }

    // The line that some moves make, from a state on.
    const replay = async (where, begin, moves) => Boolean(await open(where, begin, true)) && follow(moves);

    // Make several moves, as one step of the browser's history; false if one of them cannot be made.
    async function follow(moves) {
        for (const text of moves) {
            const move = answer.value.moves.find((each) => each.move === text);
            if (!move || !(await make(move, true))) return false;
        }
        moved(line.value);
        return true;
    }

    async function make(move, quiet = false) {
        const { states, at } = line.value;
        const here = states[at];
        const follows = states[at + 1];
        if (follows?.move === move.move) return go(at + 1, quiet);
        const led = { move: move.move, drawn: move.picture };
        const add = (next) => ({ states: [...states.slice(0, at + 1), { ...next, ...led }], at: at + 1 });
        if (move.after === null) {
            shown(answer.value, add({ ...here, over: { value: move.value, dtm: move.dtm } }), quiet);
            return true;
        }
        const mover = 3 - here.mover;
        const found = await asking(() =>
            ask(place.value, "position", {
                position: here.position,
                forbid: here.forbid,
                move: move.move,
                replies: 0,
                ...seen(mover),
            }),
        );
        if (!found) return false;
        shown(found, add({ position: found.position, forbid: found.forbidden, mover: whose(found, mover) }), quiet);
        return true;
    }

    const go = (at, quiet = false) => {
        const { states } = line.value;
        return at >= 0 && at < states.length ? show({ states, at }, quiet).then(Boolean) : Promise.resolve(false);
    };

    // How many replies hold, which takes the server longer; of the state that is shown.
    async function count() {
        const [here, known] = [state.value, answer.value];
        if (!known || counted.peek()?.of === known) return;
        const said = { position: here.position, forbid: here.forbid };
        const found = await ask(place.value, "position", said).catch(() => null);
        if (found && answer.value === known) counted.value = { of: known, moves: found.moves };
    }

    return {
        ...{ place, line, state, answer, problem, busy, pointed, open, replay, follow, make, go, count },
        restore: (where, next, quiet = true) => show(next, quiet, where),
        again: () => line.value && show(line.value, true),
        begin: computed(() => line.value?.states[0] ?? null),
        replies: computed(() => {
            const moves = counted.value?.of === answer.value ? (counted.value?.moves ?? []) : [];
            return new Map(moves.map((move) => [move.move, move.replies]));
        }),
        moves: computed(() => line.value?.states.slice(1).map((each) => each.move) ?? []),
        playable: computed(() => {
            const found = !state.value || state.value.over ? [] : (answer.value?.moves ?? []);
            return found.filter((move) => !move.forbidden);
        }),
    };
}

// A desk: a line of states, the state that is shown, and the server's answer about it.
//
// A state is {position, forbid, mover, lead}, with `move`, the move that led to it, and `over`, the value of that move if
// it ended the game. No position follows such a move: the state has the position before it, and the answer has `final`,
// the board after it. `lead` are the points that moves gained for player 1 so far, minus those for player 2. States are
// nodes of a tree, in which another move than the one that was played begins a variation.

import { batch, computed, signal } from "@preact/signals";
import { post, request } from "./api.js";
import * as tree from "./tree.js";
import { alternating, endless } from "./value.js";
import { players, t } from "./words.js";

export const flipped = signal(false);
export function flip(desk) {
    flipped.value = !flipped.value;
    desk.again();
}

const sides = (mover) => ({ mover, flip: flipped.value ? 1 : "" });
const seen = (mover) => ({ picture: 1, ...sides(mover) });
const reached = (answer, mover, lead = 0) => ({
    position: answer.position,
    forbid: answer.forbidden,
    mover: answer.turn || mover,
    lead,
});

// The move with a text; upper and lower case are equal if only one move matches.
export function named(moves, text) {
    const alike = moves.filter((each) => each.move.toLowerCase() === text.toLowerCase());
    return moves.find((each) => each.move === text) ?? (alike.length === 1 ? alike[0] : null);
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
    // Where the line begins, without the moves from there.
    const origin = computed(() => {
        if (!line.value) return null;
        const { position, forbid, mover } = line.value.root;
        return { position, forbid, mover };
    });
    const branch = computed(() => (line.value ? tree.departs(line.value.path) : null)); // where a variation begins
    let latest = 0;
    let heading = null; // the line that was requested last and is not shown yet

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
            alternating.value = result.alternating;
            endless.value = result.endless;
            players.value = result.players;
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
        heading = next;
        const result = await latestOf(() => answerOf(where, next.states[next.at], next.states[next.at - 1]));
        if (heading === next) heading = null;
        if (result) shown(result, next, quiet, where);
        return result;
    }

    // Begins a new line at a state, with the server's text of its position, and with the moves in `begin.moves`, a text as
    // in an address; those that are not legal are left out.
    async function open(where, begin, quiet = false) {
        const planted = begin.moves ? tree.read(begin.moves) : null;
        let next;
        const result = await latestOf(async () => {
            const first = { position: begin.position, forbid: begin.forbid, mover: begin.mover ?? 1 };
            if (!planted) {
                const answer = await answerOf(where, first);
                next = tree.mainLine(tree.leaf(reached(answer, first.mover)));
                return answer;
            }
            const root = await grown(where, first, planted.root);
            next = tree.lineAt(root, planted.at, planted.at.length);
            return answerOf(where, next.states[next.at], next.states[next.at - 1]);
        });
        if (!result) return result;
        shown(result, next, quiet, where);
        const moves = planted && tree.mainLine(planted.root).states;
        const number = tree.mainLine(next.root).states.length;
        if (moves && number < moves.length) problem.value = new Error(`${t("not legal", { number, move: moves[number].move })} ${t("up to there")}`);
        return result;
    }

    // The tree that grows from a state by the moves of a tree without states, as far as they are legal.
    async function grown(where, begin, bare) {
        const { states: nodes } = tree.mainLine(bare);
        const states = await played(where, begin, nodes.slice(1).map((each) => each.move));
        let next = null;
        for (let ply = states.length - 1; ply >= 0; ply--) {
            const asides = await Promise.all(nodes[ply].children.slice(1).map((each) => grown(where, states[ply], { children: [each] })));
            const children = [...(next ? [next] : []), ...asides.flatMap((each) => each.children)];
            next = { ...states[ply], comment: nodes[ply].comment, children };
        }
        return next;
    }

    // The states of a game from `begin` on, up to the first move that is not legal.
    async function played(where, { position, forbid, mover, lead = 0 }, moves) {
        const { states } = await post(where, "replay", { position: position ?? "start", forbid: forbid ?? null, mover, moves });
        return states.map(({ forbidden, ...each }) => ({ ...each, forbid: forbidden, lead: lead + each.lead }));
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
        const lead = here.lead + (here.mover === 1 ? move.gained : -move.gained);
        const result = await answerOf(where, { mover, move: move.move }, here);
        return { result, state: { ...reached(result, mover, lead), move: move.move } };
    }

    // The states of a game whose moves are given as texts, up to the first illegal one, and the answer about the last
    // state; shows nothing.
    async function replay(where, begin, texts) {
        const states = await played(where, { mover: 1, ...begin }, texts);
        return { states, result: await answerOf(where, ...states.slice(-2).reverse()) };
    }

    // Shows the last state of a line that was replayed.
    function put(where, { result, states }) {
        ++latest;
        busy.value = false;
        shown(result, tree.mainLine(tree.chain(states)), false, where);
    }

    async function make(move, quiet = false) {
        const { root, path, states, at } = line.value;
        if (states[at + 1]?.move === move.move) return go(at + 1, quiet);
        const here = path.slice(0, at);
        const known = states[at].children.findIndex((each) => each.move === move.move);
        if (known >= 0) return goTo([...here, known], quiet);
        const made = await latestOf(() => after(route.value, answer.value, states[at], move));
        if (!made) return false;
        const longer = tree.changed(root, here, (node) => ({ ...node, children: [...node.children, tree.leaf(made.state)] }));
        shown(made.result, tree.lineAt(longer, [...here, states[at].children.length], at + 1), quiet);
        return true;
    }

    const go = (at, quiet = false) => {
        const exists = at >= 0 && at < line.value.states.length;
        return exists ? show({ ...line.value, at }, quiet).then(Boolean) : Promise.resolve(false);
    };
    // Goes on or back by some plies, from the state that was requested last.
    function step(plies) {
        const from = heading ?? line.value;
        const at = from.at + plies;
        return at >= 0 && at < from.states.length ? show({ ...from, at }).then(Boolean) : Promise.resolve(false);
    }
    const goTo = (path, quiet = false) => show(tree.lineAt(line.value.root, path, path.length), quiet).then(Boolean);
    const toGame = (at, quiet = false) => show(tree.mainLine(line.value.root, at), quiet).then(Boolean);

    // Removes the moves after a state of the line.
    const cut = (at, quiet = false) => {
        const path = line.value.path.slice(0, at);
        const root = tree.changed(line.value.root, path, (node) => ({ ...node, children: [] }));
        return show(tree.lineAt(root, path), quiet).then(Boolean);
    };

    function comment(text) {
        const { root, path, at } = line.value;
        const noted = tree.changed(root, path.slice(0, at), (node) => ({ ...node, comment: text || undefined }));
        line.value = tree.lineAt(noted, path, at);
        moved(line.value, true);
    }

    // Makes the variation that is shown the main line of its tree, or removes it.
    function promote() {
        const { root, path, at } = line.value;
        const first = tree.variation(path, at);
        const next = [...first.slice(0, -1), 0, ...path.slice(first.length)];
        line.value = tree.lineAt(tree.promoted(root, first), next, at);
        moved(line.value, true);
    }
    function remove() {
        const { root, path, at } = line.value;
        const first = tree.variation(path, at);
        return show(tree.lineAt(tree.without(root, first), first.slice(0, -1), first.length - 1)).then(Boolean);
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
        ...{ open, replay, put, follow, make, go, step, goTo, toGame, cut, comment, promote, remove, count },
        restore: (where, next) => show(next, true, where),
        again: () => line.value && show(line.value, true),
        begin: computed(() => line.value?.states[0] ?? null),
        replies: computed(() => {
            const moves = counted.value?.of === answer.value ? (counted.value?.moves ?? []) : [];
            return new Map(moves.map((move) => [move.move, move.replies]));
        }),
        origin,
        // Where the line begins, and its moves as in an address.
        place: computed(() => (line.value ? { ...origin.value, moves: tree.written(line.value) } : null)),
        game: computed(() => (line.value ? tree.mainLine(line.value.root).states : [])),
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

// Animates the pieces that a move moved or pushed, by comparing the boards before and after it; also when it is taken back.

import { useLayoutEffect, useRef } from "preact/hooks";

const TIME = { duration: 150, easing: "ease-out" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

const kind = ({ glyph, player, label }) => `${glyph} ${player} ${label}`;
const way = (from, to) => `translate(${to.x - from.x}px, ${to.y - from.y}px)`;
const order = (one, other) => one.x - other.x || one.y - other.y;

// The pieces of a board with their kinds and centres; `at` has the coordinates of the points, `players` the colours.
function standing(scene, at, players) {
    return scene.pieces.map((piece) => {
        const points = piece.at.map((name) => at.get(name));
        const [x, y] = [0, 1].map((axis) => points.reduce((sum, each) => sum + each[axis], 0) / points.length);
        return { at: piece.at.join(" "), kind: kind({ ...piece, player: players[piece.player] }), size: points.length, x, y };
    });
}

const missing = (pieces, others) => pieces.filter((each) => !others.some((other) => other.at === each.at && other.kind === each.kind));

// The pieces of the kind of `from` that stand between it and `to` on a straight line, in this order: they were pushed on,
// unless `jumps`, the points of the move's arrow, are these two.
function pushed(from, to, pieces, jumps) {
    if (jumps.includes(from.at) && jumps.includes(to.at)) return [];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = ({ x, y }) => ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy);
    const between = (each) => Math.abs((each.x - from.x) * dy - (each.y - from.y) * dx) < 1 && along(each) > 0.01 && along(each) < 0.99;
    return pieces.filter((each) => each.kind === from.kind && between(each)).sort((one, other) => along(one) - along(other));
}

// The ways of pieces from one board to the next as pairs; `come` are on the next board only, `gone` on the first only.
function ways(before, after, jumps) {
    const [left, come] = [missing(before, after), missing(after, before)];
    const pairs = [];
    for (const name of new Set(come.map((each) => each.kind))) {
        const from = left.filter((each) => each.kind === name).sort(order);
        const to = come.filter((each) => each.kind === name).sort(order);
        if (from.length !== to.length) continue;
        to.forEach((each, number) => {
            const all = [from[number], ...pushed(from[number], each, after, jumps), each];
            all.slice(1).forEach((next, step) => pairs.push([all[step], next]));
        });
    }
    return {
        pairs,
        come: come.filter((each) => !pairs.some(([, to]) => to === each)),
        gone: left.filter((each) => !pairs.some(([from]) => from === each)),
    };
}

// A hook: animates the board in the SVG `root` when `shown` changes by one move. `shown` is {state, answer, drawing,
// scene, at, players}, or null.
export function useAnimation(root, desk, shown) {
    const last = useRef(null);
    useLayoutEffect(() => {
        const [before, line] = [last.current, desk.line.value];
        last.current = shown;
        if (!before || !shown || !line || still.matches) return;
        const same = (state) => state?.position === before.state.position && state.mover === before.state.mover && !state.over === !before.state.over;
        const [forth, back] = [same(line.states[line.at - 1]), same(line.states[line.at + 1])];
        if (!forth && !back) return;
        const [source, move] = forth ? [before.answer, shown.state.move] : [shown.answer, line.states[line.at + 1].move];
        const jumps = source.moves.find((each) => each.move === move)?.steps.flatMap((each) => (each.kind === "arrow" ? each.at : [])) ?? [];
        const { pairs, come, gone } = ways(standing(before.scene, before.at, before.players), standing(shown.scene, shown.at, shown.players), jumps);
        const drawn = ({ at }, within = root.current) => within.querySelector(`[data-at="${CSS.escape(at)}"]`);
        for (const [from, to] of pairs) drawn(to)?.animate([{ transform: way(to, from) }, { transform: "none" }], TIME);
        for (const each of come) drawn(each)?.animate([{ opacity: 0 }, { opacity: 1 }], TIME);
        const old = document.createElementNS(root.current.namespaceURI, "g");
        old.innerHTML = before.drawing;
        for (const each of gone) {
            const piece = drawn(each, old);
            if (!piece) continue;
            const [from, to] = pairs.find((pair) => pair[1].at === each.at) ?? [each, each]; // the piece that takes its point
            root.current.append(piece);
            piece.animate([{}, { transform: way(from, to), opacity: 0 }], TIME).onfinish = () => piece.remove();
        }
    }, [shown?.answer, shown?.state]);
}

// Computes which moves match the points picked so far, and which points can be picked next.
//
// Points are picked in the order of the steps of a move; the points of a piece that is set down in any order.

function consumed(move, picked) {
    let done = 0;
    for (const step of move.steps) {
        const left = new Set(step.at);
        if (step.kind === "piece") {
            while (left.delete(picked[done])) done++;
            if (left.size && done === picked.length) return { next: [...left], piece: true };
            if (left.size) return null;
        } else {
            for (const point of step.at) {
                if (done === picked.length) return { next: [point], piece: false };
                if (picked[done++] !== point) return null;
            }
        }
    }
    return done === picked.length ? { next: [], piece: false } : null;
}

const same = (one, other) => one.length === other.length && one.every((each) => other.includes(each));

// picked  the points picked so far, and the remaining points of a piece if only one placement is possible
// next    for each point that can be picked next, the moves that continue with it
// whole   the moves whose points are all picked; several if they have the same steps
// piece   whether a piece is being set down
// only    whether exactly one move matches
export function follow(moves, picked) {
    const fits = moves
        .filter((move) => move.steps.length)
        .map((move) => ({ move, ...(consumed(move, picked) ?? { next: null }) }))
        .filter((each) => each.next);
    const [first] = fits;
    if (picked.length && first?.piece && fits.every((each) => each.piece && same(each.next, first.next))) {
        return follow(moves, [...picked, ...first.next]);
    }
    const next = new Map();
    for (const { move, next: points } of fits) {
        for (const point of points) next.set(point, [...(next.get(point) ?? []), move]);
    }
    const whole = fits.filter((each) => !each.next.length).map((each) => each.move);
    return { picked, next, whole, piece: fits.some((each) => each.piece), only: fits.length === 1 };
}

// Where one is: the address, and the line of play that the browser's history carries with it.

import { signal } from "@preact/signals";
import { read, write } from "./address.js";

const here = (line) => ({ ...read(location.hash), line });

// What was arrived at by a link, by going back or forth, or at first; with the line of play, if it is known.
export const arrived = signal(here(history.state?.line ?? null));
// The view that is shown, and of what.
export const place = signal(arrived.value);

function arrive(line) {
    place.value = here(line);
    arrived.value = place.value;
}

export function go(to, replaced = false) {
    const address = write(to);
    history[replaced || address === location.hash ? "replaceState" : "pushState"](null, "", address);
    arrive(null);
}

// Be somewhere before anything of it is shown, and before the address says so: `record` will.
export function stand(to) {
    place.value = { ...to, line: null };
}

// Say in the address which state is shown, whatever led to it.
export function record(line, replaced = false) {
    const state = line.states[line.at];
    const address = write({ ...place.peek(), ...state });
    history[replaced || (address === location.hash && !state.over) ? "replaceState" : "pushState"](
        { line },
        "",
        address,
    );
    place.value = here(null);
}

export const variant = ({ game, set }) => ({ game, set });
export const sameVariant = (one, other) => one?.game === other?.game && String(one?.set) === String(other?.set);

addEventListener("popstate", (event) => arrive(event.state?.line ?? null));

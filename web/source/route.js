// The route that is shown: the address, and the line of play that the browser's history stores with it.

import { signal } from "@preact/signals";
import { read, write } from "./address.js";
import { written } from "./tree.js";

const here = (line) => ({ ...read(location.hash), line });

// The route that the user opened by a link, by the back and forward buttons, or first; with its line of play, if stored.
export const arrived = signal(here(history.state?.line ?? null));
// The route that is shown.
export const route = signal(arrived.value);

function arrive(line) {
    route.value = here(line);
    arrived.value = route.value;
}

export function go(to, replaced = false) {
    const address = write(to);
    history[replaced || address === location.hash ? "replaceState" : "pushState"](null, "", address);
    arrive(null);
}

// Changes the route before its state is shown; the address changes with the next `record`.
export function stand(to) {
    route.value = { ...to, line: null };
}

// Writes a line into the address, and with its states into the browser's history.
export function record(line, replaced = false) {
    const { position, forbid, mover } = line.root;
    const address = write({ ...route.peek(), position, forbid, mover, moves: written(line) });
    history[replaced || address === location.hash ? "replaceState" : "pushState"]({ line }, "", address);
    route.value = here(null);
}

export const variant = ({ game, set }) => ({ game, set });
export const sameVariant = (one, other) => one?.game === other?.game && String(one?.set) === String(other?.set);

addEventListener("popstate", (event) => arrive(event.state?.line ?? null));

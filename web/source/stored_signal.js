// Signals whose values the browser stores: from one visit to the next, or for as long as a tab is open.

import { effect, signal } from "@preact/signals";

export const VISITS = () => localStorage;
export const TAB = () => sessionStorage;

// A signal whose value is `otherwise` until another is stored. Browsers may refuse to store anything.
export function stored(name, otherwise, storage = VISITS) {
    let begin = otherwise;
    try {
        begin = JSON.parse(storage().getItem(`retro ${name}`)) ?? otherwise;
    } catch {
        // no storage, or not what we wrote: begin anew
    }
    const found = signal(begin);
    effect(() => {
        try {
            storage().setItem(`retro ${name}`, JSON.stringify(found.value));
        } catch {
            // it lasts as long as the page
        }
    });
    return found;
}

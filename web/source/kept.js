// Signals that the browser keeps from one visit to the next, where it lets us.

import { effect, signal } from "@preact/signals";

export function kept(name, otherwise) {
    let begin = otherwise;
    try {
        begin = JSON.parse(localStorage.getItem(`retro ${name}`)) ?? otherwise;
    } catch {
        // no storage, or not what we wrote: begin anew
    }
    const found = signal(begin);
    effect(() => {
        try {
            localStorage.setItem(`retro ${name}`, JSON.stringify(found.value));
        } catch {
            // it lasts as long as the page
        }
    });
    return found;
}

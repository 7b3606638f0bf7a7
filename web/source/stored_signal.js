// Signals whose values the browser stores, either permanently or while a tab is open.

import { effect, signal } from "@preact/signals";

const VISITS = () => localStorage;
export const TAB = () => sessionStorage;

// A signal with the stored value, or `otherwise` if none is stored. Browsers may refuse to store anything.
export function stored(name, otherwise, storage = VISITS) {
    let begin = otherwise;
    try {
        begin = JSON.parse(storage().getItem(`retro ${name}`)) ?? otherwise;
    } catch {
        // no storage, or no JSON: use the default
    }
    const result = signal(begin);
    effect(() => {
        try {
            storage().setItem(`retro ${name}`, JSON.stringify(result.value));
        } catch {
            // the value lasts until the page is left
        }
    });
    return result;
}

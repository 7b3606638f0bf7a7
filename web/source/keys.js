// The keys of the page while a view is shown, and the dialog that lists them; the board handles its own.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { flip } from "./desk.js";
import { Dialog } from "./dialog.js";
import { html } from "./html.js";
import { t } from "./words.js";

// A hook: keys that step through the line of a desk and rotate its board, and `more` functions by key. Without a desk,
// keys have no effect.
export function useKeys(desk, more = {}) {
    const latest = useRef();
    latest.current = (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, dialog")) return;
        const line = desk?.line.peek();
        if (!line || event.defaultPrevented) return;
        const action = {
            ArrowLeft: () => desk.step(-1),
            ArrowRight: () => desk.step(1),
            Home: () => desk.go(0),
            End: () => desk.go(line.states.length - 1),
            f: () => flip(desk),
            ...more,
        }[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    };
    useEffect(() => {
        const pressed = (event) => latest.current(event);
        addEventListener("keydown", pressed);
        return () => removeEventListener("keydown", pressed);
    }, []);
}

const LISTED = [
    ["← →", "keys.step"],
    ["Home End", "keys.ends"],
    ["b", "keys.best"],
    ["v", "keys.values"],
    ["f", "flip"],
    ["p", "paste"],
    ["s", "set up"],
    ["Tab", "keys.board"],
    ["← ↑ ↓ →", "keys.squares"],
    ["Enter", "keys.enter"],
    ["Esc", "keys.escape"],
    ["?", "keys"],
];
const helping = signal(false);
export const help = () => (helping.value = true);
addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.target.closest?.("input, textarea, dialog")) help();
});

export const Help = () =>
    helping.value &&
    html`<${Dialog} title=${t("keys")} close=${() => (helping.value = false)}>
        <dl class="keys">
            ${LISTED.map(([key, name]) => html`<dt><kbd>${key}</kbd></dt><dd>${t(name)}</dd>`)}
        </dl>
    <//>`;

let chosen = null; // the list in which an item was chosen by keyboard; null after the next key or click
for (const event of ["keydown", "pointerdown"]) addEventListener(event, () => (chosen = null), true);

// A hook for a list whose items change when one is chosen: if that was done by keyboard, the focus goes to the first item of
// the new list. Returns the list's ref, and a function for the events of its items.
export function useListFocus(name, items) {
    const list = useRef();
    useEffect(() => {
        const first = chosen === name && list.current?.querySelector("button:enabled:not(.opener)");
        if (!first) return;
        chosen = null;
        if ([null, document.body, document.getElementById("main")].includes(document.activeElement)) first.focus();
    }, [items]);
    return { list, choose: (event) => (chosen = event.detail ? null : name) };
}

// The keys of the page while a view is shown; the board handles its own.

import { useEffect, useRef } from "preact/hooks";
import { flip } from "./desk.js";

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

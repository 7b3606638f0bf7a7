// Buttons to step through the line of play and to rotate the board.

import { flip } from "./desk.js";
import { html } from "./html.js";
import { t } from "./words.js";

export function Controls({ desk, children }) {
    const line = desk.line.value;
    if (!line) return null;
    const last = line.states.length - 1;
    // A button that is disabled would lose the keyboard's focus at the end of the line.
    const button = (sign, name, to, key) => html`<button
        aria-label=${t(name)}
        title=${`${t(name)}${key ? ` (${key})` : ""}`}
        aria-disabled=${to < 0 || to > last || to === line.at}
        onClick=${() => desk.go(to)}
    >
        ${sign}
    </button>`;
    return html`<nav class="controls" aria-label=${t("line of play")}>
        ${button("«", "to the beginning", 0, "Home")} ${button("‹", "undo", line.at - 1, "←")}
        <span class="ply" aria-live="polite">${line.at} / ${last}</span>
        ${button("›", "redo", line.at + 1, "→")} ${button("»", "to the end", last, "End")}
        <button aria-label=${t("flip")} title=${`${t("flip")} (f)`} onClick=${() => flip(desk)}>⇅</button>
        ${children}
    </nav>`;
}

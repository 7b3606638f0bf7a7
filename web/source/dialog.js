// The browser's modal dialog, which takes the keyboard focus and closes with Escape.

import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { t } from "./words.js";

export function Dialog({ title, close, wide, children }) {
    const root = useRef();
    useEffect(() => {
        const dialog = root.current;
        dialog.showModal();
        return () => dialog.close(); // which gives the focus back
    }, []);
    return html`<dialog ref=${root} onClose=${close} aria-label=${title} class=${wide ? "wide" : ""}>
        <div class="top">
            <h2>${title}</h2>
            <button aria-label=${t("close")} onClick=${() => root.current.close()}>✕</button>
        </div>
        ${children}
    </dialog>`;
}

// A position to look at: its picture, or the drawing as text if the game has no scene.

import { html } from "./html.js";

// The view box of an SVG, and its content.
export function inside(picture) {
    const [, box, drawing] = picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);
    return { box, drawing };
}

// of     an answer with `picture`, `drawn`, and perhaps `move_picture` to lay over the board
// label  what screen readers read
export function Picture({ of: { picture, drawn, move_picture }, label }) {
    if (!picture) return html`<pre class="drawn" role="group" aria-label=${label}>${drawn}</pre>`;
    const { box, drawing } = inside(picture);
    return html`<svg viewBox=${box} role="img" aria-label=${label}>
        <g dangerouslySetInnerHTML=${{ __html: drawing + (move_picture ?? "") }} />
    </svg>`;
}

// The replies to a move, as a tree that opens move by move: how many win, draw and lose, and each with its own replies.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { request } from "./api.js";
import { html } from "./html.js";
import { Mark, mine, outcome } from "./value.js";
import { count, t } from "./words.js";

// A button that shows or hides what is below a move.
export const Opener = ({ open, move }) => html`<button
    class="opener"
    aria-expanded=${open.value}
    aria-label=${t("replies of", { move })}
    title=${t("replies of", { move })}
    onClick=${() => (open.value = !open.value)}
>
    ${open.value ? "▾" : "▸"}
</button>`;

// `moves` lead from the state of the desk to the position whose moves are shown; `place` is the state before the last one.
export function Replies({ desk, place, moves }) {
    const answer = useSignal(null);
    const route = desk.route.value;
    useEffect(() => {
        const { position, forbid } = place;
        request(route, "position", { position, forbid, move: moves[moves.length - 1], replies: 0 }).then((result) => (answer.value = result), () => {});
    }, []);
    const result = answer.value;
    if (!result) return html`<p class="note"><span class="dots" aria-hidden="true"></span></p>`;
    const legal = result.moves.filter((each) => !each.forbidden);
    const kinds = ["win", "draw", "loss"].map((kind) => [kind, legal.filter((each) => outcome(each.value, mine(result)) === kind).length]);
    return html`<div class="replies">
        <p class="note">
            ${kinds.filter(([, number]) => number).map(([kind, number]) => html`<${Mark} of=${{ value: kind }} />${` ${count(number)} `}`)}
        </p>
        <ol>
            ${legal.map((each) => html`<${Reply} key=${each.move} desk=${desk} result=${result} each=${each} moves=${moves} />`)}
        </ol>
    </div>`;
}

function Reply({ desk, result, each, moves }) {
    const open = useSignal(false);
    const way = [...moves, each.move];
    return html`<li>
        <div class="line">
            ${each.after === null ? html`<span class="opener"></span>` : html`<${Opener} open=${open} move=${each.move} />`}
            <button onClick=${() => desk.follow(way)}>
                <span class="text">${each.move}</span><${Mark} of=${each} mine=${mine(result)} />
            </button>
        </div>
        ${open.value && html`<${Replies} desk=${desk} place=${{ position: result.position, forbid: result.forbidden }} moves=${way} />`}
    </li>`;
}

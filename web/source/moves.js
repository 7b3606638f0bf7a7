// The list of all moves, best first, each with its value and the number of replies that hold.

import { useSignal } from "@preact/signals";
import { Csv } from "./download.js";
import { html } from "./html.js";
import { useListFocus } from "./keys.js";
import { NARROW } from "./narrow.js";
import { Opener, Replies } from "./replies.js";
import { Mark, mine } from "./value.js";
import { count, t } from "./words.js";

const [FEW, MANY] = [12, 24];

export function Moves({ desk, marks, play }) {
    const answer = desk.answer.value;
    const all = useSignal(false); // on a small screen, the list begins with a few moves
    const { list, choose } = useListFocus("moves", answer);
    const over = desk.state.value?.over;
    if (!answer || over || !answer.moves.length) return null;
    // While values are hidden, moves are sorted by name, so that the order does not show which are good.
    const order = (one, other) => one.move.localeCompare(other.move, "en", { numeric: true });
    const listed = marks ? answer.moves : [...answer.moves].sort(order);
    const few = NARROW.matches && !all.value && listed.length > MANY ? listed.slice(0, FEW) : listed;
    const point = (move) => () => (desk.pointed.value = move);
    const replies = desk.replies.value;
    const holding = ({ holding, legal }) => html`<span class="note" title=${t("replies that hold")}>
        ${t("holding", { keeping: count(holding), all: count(legal) })}
    </span>`;
    const row = (move) => html`<${Row} key=${`${answer.position} ${move.move}`} desk=${desk} move=${move} answer=${answer} marks=${marks}>
        <button
            disabled=${move.forbidden || !play}
            onClick=${(event) => (choose(event), play(move))}
            onPointerEnter=${point(move)}
            onPointerLeave=${point(null)}
            onFocus=${point(move)}
            onBlur=${point(null)}
        >
            <span class="text">${move.move}</span>
            ${move.forbidden && html`<span class="note">${t("forbidden")}</span>`}
            ${move.again && html`<span class="note">${t("moves again")}</span>`}
            ${marks && replies.get(move.move) && holding(replies.get(move.move))}
            ${marks && html`<${Mark} of=${move} mine=${mine(answer)} />`}
        </button>
    <//>`;
    const rows = () => [
        ["move", "value", "dtm", "forbidden", "replies_holding", "replies"],
        ...answer.moves.map((each) => [each.move, each.value, each.dtm, each.forbidden ? 1 : 0, replies.get(each.move)?.holding, replies.get(each.move)?.legal]),
    ];
    return html`<section class="moves" aria-labelledby="moves">
        <h2 id="moves">${t(marks ? "moves, best first" : "moves", { n: listed.length })}</h2>
        ${marks && html`<${Csv} name=${`${answer.game}-moves`} rows=${rows} />`}
        <ol ref=${list}>
            ${few.map(row)}
        </ol>
        ${few.length < listed.length && html`<button onClick=${() => (all.value = true)}>${t("all moves", { n: count(listed.length) })}</button>`}
    </section>`;
}

// A move of the list; where values are shown, the replies to it can be shown below it.
function Row({ desk, move, answer, marks, children }) {
    const open = useSignal(false);
    const more = marks && !move.forbidden && move.after !== null;
    return html`<li class=${move.forbidden ? "forbidden" : ""}>
        <div class="line">${more ? html`<${Opener} open=${open} move=${move.move} />` : marks && html`<span class="opener"></span>`}${children}</div>
        ${open.value && more && html`<${Replies} desk=${desk} place=${{ position: answer.position, forbid: answer.forbidden }} moves=${[move.move]} />`}
    </li>`;
}

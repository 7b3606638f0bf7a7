// The moves played, as a tree: a move shows the state after it; variations are indented below the move that they replace.

import { html } from "./html.js";
import { t } from "./words.js";

// The tree of a desk. `noted`: with a field for a comment on the state that is shown.
export function Played({ desk, noted = false }) {
    const line = desk.line.value;
    if (!line || line.states.length < 2) return null;
    const state = desk.state.value;
    return html`<section class="played" aria-labelledby="played">
        <h2 id="played">${t("line of play")}</h2>
        ${line.root.comment && html`<p class="comment">${line.root.comment}</p>`}
        <${Line} desk=${desk} from=${line.root} path=${[]} />
        ${
            noted &&
            html`<input
                key=${line.path.slice(0, line.at).join(".")}
                aria-label=${t("comment")}
                placeholder=${t("comment")}
                value=${state.comment ?? ""}
                onChange=${(event) => desk.comment(event.target.value.trim())}
            />`
        }
    </section>`;
}

// The moves after a node, whose path is given, and those of variations from them; `begin`: the first of them, if the line
// begins with another child than the first.
function Line({ desk, from, path, begin = 0 }) {
    const { states, at } = desk.line.value;
    const items = [];
    let [here, way] = [from, path];
    for (let index = begin; here.children.length; index = 0) {
        const [node, to] = [here.children[index], [...way, index]];
        const ply = to.length;
        const on = states[ply] === node;
        items.push(html`<li key=${ply} value=${ply}>
            <button
                aria-current=${on && ply === at ? "step" : undefined}
                class=${on && ply <= at ? "" : "later"}
                onClick=${() => desk.goTo(to)}
            >
                ${node.move}
            </button>
            ${node.comment && html`<span class="comment">${node.comment}</span>`}
        </li>`);
        const others = index ? [] : here.children.slice(1);
        for (const [number] of others.entries()) {
            items.push(html`<li key=${`${ply}.${number}`} class="variation">
                <${Line} desk=${desk} from=${here} path=${way} begin=${number + 1} />
            </li>`);
        }
        [here, way] = [node, to];
    }
    return html`<ol>
        ${items}
    </ol>`;
}

// Setting up a position: pieces are put on the board, and the server says at once whether that is one.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { request } from "./api.js";
import { Dialog } from "./dialog.js";
import { Side } from "./headline.js";
import { html } from "./html.js";
import { readPosition } from "./position.js";
import { Mark } from "./value.js";
import { t } from "./words.js";

const UNIT = 60;

// A text whose characters stand for points: what is at some of them is changed.
const put = (text, places) => {
    const letters = [...text];
    for (const [place, letter] of places) letters[place] = letter;
    return letters.join("");
};

// What of a text stands for points, without what follows.
const without = (text, cells) => text.slice(0, Math.max(...Object.values(cells)) + 1);

// Where each point comes to lie when the board is mirrored or turned; null if there is none.
function images(points, way) {
    const all = Object.entries(points);
    const [left, bottom] = [0, 1].map((axis) => Math.min(...all.map(([, at]) => at[axis])));
    const [right, top] = [0, 1].map((axis) => Math.max(...all.map(([, at]) => at[axis])));
    const image = { mirror: ([x, y]) => [left + right - x, y], turn: ([x, y]) => [left + y - bottom, top - (x - left)] }[way];
    const found = new Map();
    for (const [name, at] of all) {
        const [x, y] = image(at);
        const there = all.find(([, other]) => Math.hypot(other[0] - x, other[1] - y) < 0.01);
        if (!there) return null;
        found.set(name, there[0]);
    }
    return found;
}

export function SetUp({ desk, close }) {
    const begin = desk.state.value;
    const text = useSignal(begin.position);
    const mover = useSignal(begin.mover);
    const brush = useSignal(0);
    const answer = useSignal(null);
    const readable = useSignal(begin.position); // the last text whose letters stand for points: what is painted on
    const latest = useMemo(() => ({ number: 0 }), []);
    useSignalEffect(() => {
        const number = ++latest.number;
        const said = { position: text.value, mover: mover.value };
        const position = said.position;
        request(desk.place.value, "setup", said).then(
            (found) => {
                if (number !== latest.number) return;
                const { problem } = found;
                const rest = problem && latest.painted && found.cells ? without(position, found.cells) : position;
                if (rest !== position) {
                    // such as the number of the turn: what is left out the game may find by itself
                    text.value = rest;
                    return;
                }
                answer.value = { ...(found.cells || !answer.peek()?.cells || !problem ? found : { ...answer.peek(), problem }), said };
                if (found.cells) readable.value = position;
            },
            (error) => number === latest.number && (answer.value = { ...answer.peek(), problem: error.message, said }),
        );
    });
    const found = answer.value;
    const cells = found?.cells;
    const judged = found?.said.position === text.value && found.said.mover === mover.value; // not what was there before
    const at = (name) => cells[name];
    const change = (places) => {
        latest.painted = true;
        text.value = readable.value = put(readable.value, places); // painting goes on without waiting for the answer
    };
    const paint = (name) => change([[at(name), found.palette[brush.value].letter]]);
    function moved(way) {
        const image = images(found.points, way);
        if (image) change([...image].map(([name, there]) => [at(there), readable.value[at(name)]]));
    }
    const letters = Object.fromEntries((found?.palette ?? []).map((each) => [`${each.glyph} ${each.player}`, each.letter]));
    function swap() {
        const other = {};
        for (const { glyph, player, letter } of found.palette) other[letter] = letters[`${glyph} ${[0, 2, 1][player]}`] ?? letter;
        change(Object.values(cells).map((place) => [place, other[readable.value[place]] ?? readable.value[place]]));
    }
    function side() {
        swap();
        mover.value = 3 - mover.value;
    }
    const typed = (event) => {
        latest.painted = false;
        const read = readPosition(event.target.value);
        if (read.position !== event.target.value) mover.value = read.mover;
        text.value = read.position;
    };
    const clear = () => change(Object.values(cells).map((place) => [place, letters["empty 0"]]));
    async function done(event) {
        event.preventDefault();
        if (await desk.open(desk.place.value, { position: found.position, mover: mover.value })) close();
    }
    const tool = (name, what, why) => html`<button type="button" onClick=${what} title=${why}>${t(name)}</button>`;
    const shown = (each) => (mover.value === 2 && !found.turn ? [0, 2, 1][each.player] : each.player);
    return html`<${Dialog} title=${t("set up")} close=${close} wide>
        <form onSubmit=${done} class="setup">
            ${
                cells &&
                html`<div class="brushes" role="radiogroup" aria-label=${t("what is put")}>
                    ${found.palette.map(
                        (each, number) => html`<label key=${each.letter} class=${brush.value === number ? "chosen" : ""}>
                            <input type="radio" name="brush" checked=${brush.value === number} onChange=${() => (brush.value = number)} />
                            ${each.player ? html`<${Side} of=${shown(each)} />` : ""} ${each.glyph === "empty" ? t("empty") : t(`glyph.${each.glyph}`)}
                        </label>`,
                    )}
                </div>`
            }
            ${found?.picture && html`<${Canvas} found=${found} paint=${cells && paint} />`}
            ${
                cells &&
                html`<div class="row">
                    ${tool("clear", clear)} ${tool("mirror", () => moved("mirror"))} ${tool("quarter turn", () => moved("turn"))}
                    ${tool("swap", swap, t("swap.why"))} ${!found.turn && tool("other side", side, t("other side.why"))}
                    ${tool("as it was", () => ((text.value = readable.value = begin.position), (mover.value = begin.mover)))}
                </div>`
            }
            <label for="position">${t("as text")}</label>
            <input id="position" value=${text.value} spellcheck="false" autocomplete="off" onInput=${typed} />
            <p class="verdict" role="status">
                ${
                    found?.problem
                        ? html`<span class="wrong">✗ ${found.problem}</span>`
                        : found && html`✓ <${Side} of=${found.turn || mover.value} /> ${t("to move")} <${Mark} of=${found} mine=${found.scores !== "first" || found.turn !== 2} long />`
                }
            </p>
            <div class="row"><button class="first" disabled=${!judged || Boolean(found.problem)}>${t("use it")}</button></div>
        </form>
    <//>`;
}

function Canvas({ found, paint }) {
    const [, box, drawing] = found.picture.match(/viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/s);
    const key = (name) => (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        paint(name);
    };
    const drag = (name) => (event) => event.buttons === 1 && paint(name);
    return html`<div class="board">
        <svg viewBox=${box} role="group" aria-label=${t("board")}>
            <g dangerouslySetInnerHTML=${{ __html: drawing }} aria-hidden="true" />
            ${
                paint &&
                Object.entries(found.points).map(
                    ([name, [x, y]]) => html`<g
                        key=${name}
                        class="spot option"
                        data-spot=${name}
                        role="button"
                        tabindex="0"
                        aria-label=${name}
                        onKeyDown=${key(name)}
                        onPointerDown=${() => paint(name)}
                        onPointerEnter=${drag(name)}
                    >
                        <rect x=${x * UNIT - 28} y=${-y * UNIT - 28} width="56" height="56" rx="6" />
                    </g>`,
                )
            }
        </svg>
    </div>`;
}

// The dialog to set up a position by placing pieces; the server checks each change at once.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { request } from "./api.js";
import { UNIT, inside } from "./board.js";
import { Dialog } from "./dialog.js";
import { Side } from "./headline.js";
import { html } from "./html.js";
import { readPosition } from "./position.js";
import { Mark } from "./value.js";
import { explained, playerName, t } from "./words.js";

// The text with other letters at some indices; its letters stand for points.
const put = (text, changes) => {
    const letters = [...text];
    for (const [index, letter] of changes) letters[index] = letter;
    return letters.join("");
};

// The part of a text whose letters stand for points.
const without = (text, cells) => text.slice(0, Math.max(...Object.values(cells)) + 1);

// The image of each point when the board is mirrored or rotated; null if a point has none.
function images(points, way) {
    const all = Object.entries(points);
    const [left, bottom] = [0, 1].map((axis) => Math.min(...all.map(([, at]) => at[axis])));
    const [right, top] = [0, 1].map((axis) => Math.max(...all.map(([, at]) => at[axis])));
    const image = { mirror: ([x, y]) => [left + right - x, y], turn: ([x, y]) => [left + y - bottom, top - (x - left)] }[way];
    const result = new Map();
    for (const [name, at] of all) {
        const [x, y] = image(at);
        const target = all.find(([, other]) => Math.hypot(other[0] - x, other[1] - y) < 0.01);
        if (!target) return null;
        result.set(name, target[0]);
    }
    return result;
}

export function SetUp({ desk, close }) {
    const begin = desk.state.value;
    const text = useSignal(begin.position);
    const mover = useSignal(begin.mover);
    const brush = useSignal(0);
    const answer = useSignal(null);
    const readable = useSignal(begin.position); // the last text whose letters stand for points, which painting changes
    const latest = useMemo(() => ({ number: 0 }), []);
    useSignalEffect(() => {
        const number = ++latest.number;
        const sent = { position: text.value, mover: mover.value };
        const position = sent.position;
        request(desk.route.value, "setup", sent).then(
            (result) => {
                if (number !== latest.number) return;
                const { problem } = result;
                const rest = problem && latest.painted && result.cells ? without(position, result.cells) : position;
                if (rest !== position) {
                    // retry without the rest, such as the number of the turn, which the game may compute itself
                    text.value = rest;
                    return;
                }
                answer.value = { ...(result.cells || !answer.peek()?.cells || !problem ? result : { ...answer.peek(), problem }), sent };
                if (result.cells) readable.value = position;
            },
            (error) => number === latest.number && (answer.value = { ...answer.peek(), problem: error.message, sent }),
        );
    });
    const result = answer.value;
    const cells = result?.cells;
    const judged = result?.sent.position === text.value && result.sent.mover === mover.value; // whether the answer is about the current text
    const at = (name) => cells[name];
    const change = (changes) => {
        latest.painted = true;
        text.value = readable.value = put(readable.value, changes); // painting does not wait for the answer
    };
    const paint = (name) => change([[at(name), result.palette[brush.value].letter]]);
    function moved(way) {
        const image = images(result.points, way);
        if (image) change([...image].map(([name, target]) => [at(target), readable.value[at(name)]]));
    }
    const letters = Object.fromEntries((result?.palette ?? []).map((each) => [`${each.glyph} ${each.player}`, each.letter]));
    function swap() {
        const other = {};
        for (const { glyph, player, letter } of result.palette) other[letter] = letters[`${glyph} ${[0, 2, 1][player]}`] ?? letter;
        change(Object.values(cells).map((index) => [index, other[readable.value[index]] ?? readable.value[index]]));
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
    const clear = () => change(Object.values(cells).map((index) => [index, letters["empty 0"]]));
    async function done(event) {
        event.preventDefault();
        if (await desk.open(desk.route.value, { position: result.position, mover: mover.value })) close();
    }
    const tool = (name, what, why) => html`<button type="button" onClick=${what} title=${why}>${t(name)}</button>`;
    const shown = (each) => (mover.value === 2 && !result.turn ? [0, 2, 1][each.player] : each.player);
    const inWords = (each) => [each.player ? playerName(shown(each)) : "", each.glyph === "empty" ? t("empty") : t(`glyph.${each.glyph}`)].filter(Boolean).join(" ");
    function standing(name) {
        const found = cells && result.palette.find((each) => each.letter === readable.value[at(name)]);
        return found ? inWords(found) : "";
    }
    return html`<${Dialog} title=${t("set up")} close=${close} wide>
        <form onSubmit=${done} class="setup">
            ${
                cells &&
                html`<div class="brushes" role="radiogroup" aria-label=${t("what is put")}>
                    ${result.palette.map(
                        (each, number) => html`<label key=${each.letter} class=${brush.value === number ? "chosen" : ""}>
                            <input type="radio" name="brush" checked=${brush.value === number} onChange=${() => (brush.value = number)} />
                            ${each.player ? html`<${Side} of=${shown(each)} />` : ""} ${each.glyph === "empty" ? t("empty") : t(`glyph.${each.glyph}`)}
                        </label>`,
                    )}
                </div>`
            }
            ${result?.picture && html`<${Canvas} result=${result} paint=${cells && paint} standing=${standing} />`}
            ${
                cells &&
                html`<div class="row">
                    ${tool("clear", clear)} ${tool("mirror", () => moved("mirror"))} ${tool("quarter turn", () => moved("turn"))}
                    ${tool("swap", swap, t("swap.why", { one: playerName(1), other: playerName(2) }))} ${!result.turn && tool("other side", side, t("other side.why"))}
                    ${tool("as it was", () => ((text.value = readable.value = begin.position), (mover.value = begin.mover)))}
                </div>`
            }
            <label for="position">${t("as text")}</label>
            <input id="position" value=${text.value} spellcheck="false" autocomplete="off" onInput=${typed} />
            <p class="verdict" role="status">
                ${
                    result?.problem
                        ? html`<span class="wrong">✗ ${explained(result.problem)}</span>`
                        : result && html`✓ <${Side} of=${result.turn || mover.value} />${t("to move")} <${Mark} of=${result} mine=${result.scores !== "first" || result.turn !== 2} long />`
                }
            </p>
            <div class="row"><button class="first" disabled=${!judged || Boolean(result.problem)}>${t("use it")}</button></div>
        </form>
    <//>`;
}

// `standing` gives the words for what stands on a point.
function Canvas({ result, paint, standing }) {
    const { box, drawing } = inside(result.picture);
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
                Object.entries(result.points).map(
                    ([name, [x, y]]) => html`<g
                        key=${name}
                        class="spot option"
                        data-spot=${name}
                        role="button"
                        tabindex="0"
                        aria-label=${[name, standing(name)].filter(Boolean).join(", ")}
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

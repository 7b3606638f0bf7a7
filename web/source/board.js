// The board: the server's drawing, and over it the points that can be picked by pointer or keyboard.

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useAnimation } from "./animation.js";
import { flipped } from "./desk.js";
import { html } from "./html.js";
import { follow } from "./picking.js";
import { Picture, inside } from "./picture.js";
import { inShort, inWords, mine, outcome } from "./value.js";
import { playerName, t } from "./words.js";

const UNIT = 60; // length between points of a grid, in units of the drawing
const NEAR = 0.55;
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// Coordinates of points in the drawing, by name.
function placed(scene) {
    const turn = flipped.value ? -UNIT : UNIT;
    return new Map(
        Object.entries({ ...scene.points, ...scene.beside }).map(([name, [x, y]]) => [name, [x * turn, -y * turn]]),
    );
}

// The name of least cost below a limit, or null.
function cheapest(names, cost, limit) {
    const best = [...names].sort((one, other) => cost(one) - cost(other))[0];
    return best !== undefined && cost(best) < limit ? best : null;
}

const nearest = (at, names, [x, y]) =>
    cheapest(names, (name) => Math.hypot(at.get(name)[0] - x, at.get(name)[1] - y), NEAR * UNIT);

function towards(at, names, from, [dx, dy]) {
    const [x, y] = at.get(from);
    const cost = (name) => {
        const [right, down] = [at.get(name)[0] - x, at.get(name)[1] - y];
        const along = right * dx + down * dy;
        return along > 1 ? along + 2.2 * Math.abs(right * dy - down * dx) : Infinity;
    };
    return cheapest(names, cost, Infinity);
}

function Badge({ at: [x, y], of, counted }) {
    const kind = outcome(of.value, counted);
    const text = inShort(of);
    const wide = Math.max(24, 11 + 8.4 * text.length + (/[^\x00-\x7f]/.test(text) ? 6 : 0)) / 2;
    const [cx, cy] = [x, y + 19];
    const shapes = {
        win: html`<rect x=${cx - wide} y=${cy - 9.5} width=${2 * wide} height="19" rx="9.5" />`,
        draw: html`<rect x=${cx - wide} y=${cy - 9.5} width=${2 * wide} height="19" />`,
        loss: html`<path d="M${cx - wide - 4} ${cy}l7 -10h${2 * wide - 6}l7 10l-7 10h${6 - 2 * wide}z" />`,
    };
    return html`<g class="badge ${kind}" aria-hidden="true">
        ${shapes[kind]}<text x=${cx} y=${cy + 5}>${text}</text>
    </g>`;
}

// The players of the board by those of a scene, which may be the mover and the opponent.
const owners = (scene, mover) => (!scene.turn && mover === 2 ? [0, 2, 1] : [0, 1, 2]);

const standing = (scene, mover) => {
    const names = new Map();
    const players = owners(scene, mover);
    for (const piece of scene.pieces) {
        const words = [piece.player ? playerName(players[piece.player]) : "", t(`glyph.${piece.glyph}`), piece.label];
        for (const point of piece.at) names.set(point, words.filter(Boolean).join(" "));
    }
    return names;
};

// desk     the desk whose state is shown
// marks    whether to show the best value of each point that can be picked
// play     called with a move that was picked; null if nothing can be picked
// hint     a point to mark
export function Board({ desk, marks = false, play = null, hint = "" }) {
    const picked = useSignal([]);
    const completed = useSignal([]); // picked points that the page added, until they are clicked as well
    const focus = useSignal(null);
    const drag = useSignal(null);
    const root = useRef();
    const settle = useRef();
    const answer = desk.answer.value;
    const state = desk.state.value;
    const open = useComputed(() => follow(desk.playable.value, picked.value));
    useSignalEffect(() => {
        desk.answer.value;
        desk.state.value;
        picked.value = completed.value = [];
        drag.value = null;
    });
    const board = answer?.final ?? answer;
    const { box, drawing } = board?.picture ? inside(board.picture) : {};
    const at = drawing && placed(answer.scene);
    useAnimation(root, desk, at && state ? { state, answer, drawing, at, scene: board.scene, players: owners(board.scene, state.mover) } : null);
    if (!answer || !state) return html`<div class="board waiting" aria-busy="true"></div>`;
    if (!answer.picture) return html`<div class="board"><${Picture} of=${answer} label=${t("board")} /></div>`;

    const { next, whole, piece } = play ? open.value : { next: new Map(), whole: [], piece: false };
    const chosen = play ? open.value.picked : [];
    const names = [...Object.keys(answer.scene.points), ...[...next.keys()].filter((each) => each in answer.scene.beside)];
    const counted = mine(answer);
    const still = play && !chosen.length ? desk.playable.value.filter((move) => !move.steps.length) : []; // such as a pass
    const words = standing(board.scene, state.mover);

    function pick(point) {
        if (completed.value.includes(point)) {
            completed.value = completed.value.filter((each) => each !== point);
            return false;
        }
        const tried = follow(desk.playable.value, next.has(point) ? [...chosen, point] : [point]);
        const fits = next.has(point) || (!chosen.includes(point) && (tried.next.size || tried.whole.length));
        picked.value = fits ? tried.picked : [];
        completed.value = fits ? [...completed.value, ...tried.picked.filter((each) => each !== point && !chosen.includes(each))] : [];
        if (fits && tried.only) tried.whole.forEach(act);
        return fits;
    }
    function act(move) {
        picked.value = completed.value = [];
        play(move);
    }
    const where = (event) => {
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.current.getScreenCTM().inverse());
        return [point.x, point.y];
    };
    const under = (event) => nearest(at, names, where(event));
    // A click does not move the keyboard's focus to the board, where arrow keys go from square to square.
    function unfocused(event) {
        event.preventDefault();
        document.activeElement?.blur();
    }
    function down(event) {
        if (!play || event.button) return;
        const point = under(event);
        if (!point) return;
        focus.value = point;
        if (pick(point)) {
            drag.value = { from: point, to: where(event), last: point };
            root.current.setPointerCapture(event.pointerId);
        }
    }
    function moved(event) {
        if (!drag.value) return;
        const point = under(event);
        if (piece && point && point !== drag.value.last && next.has(point)) pick(point);
        drag.value = { ...drag.value, to: where(event), last: point ?? drag.value.last };
    }
    function up(event) {
        if (!drag.value) return;
        const { from } = drag.value;
        const point = under(event);
        drag.value = null;
        if (!piece && point && point !== from && next.has(point)) pick(point);
    }
    function key(event) {
        const here = focus.value && names.includes(focus.value) ? focus.value : first;
        const way = WAYS[event.key];
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (way) {
            focus.value = towards(at, names, here, way) ?? here;
            root.current.querySelector(`[data-spot="${CSS.escape(focus.value)}"]`)?.focus();
        } else if (event.key === "Enter" || event.key === " ") {
            if (whole.length === 1 && event.key === "Enter") act(whole[0]);
            else if (whole.length && event.key === "Enter") settle.current.querySelector("button").focus();
            else if (play) pick(here);
        } else if (event.key === "Escape") {
            if (picked.value.length) picked.value = completed.value = [];
            else document.activeElement.blur();
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }
    const first = names.find((each) => next.has(each)) ?? names[0];
    const entry = names.includes(focus.value) ? focus.value : first;
    const pointed = desk.pointed.value ?? (chosen.length ? (whole[0] ?? null) : null);

    function spot(name) {
        const [x, y] = at.get(name);
        const best = next.get(name)?.[0];
        const labels = [name, words.get(name), chosen.includes(name) && t("picked"), best && t("can be picked")];
        if (best && marks) labels.push(inWords(best));
        return html`<g
            key=${name}
            data-spot=${name}
            class="spot ${best ? "option" : ""} ${chosen.includes(name) ? "chosen" : ""} ${chosen.length ? "later" : ""} ${name === hint ? "hinted" : ""}"
            role="button"
            tabindex=${name === entry ? 0 : -1}
            aria-label=${labels.filter(Boolean).join(", ")}
            aria-disabled=${play ? !best : true}
            onFocus=${() => (focus.value = name)}
        >
            <title>${name}</title><circle cx=${x} cy=${y} r="26" />
        </g>`;
    }
    const badge = ([name, [best]]) => html`<${Badge} key=${name} at=${at.get(name)} of=${best} counted=${counted} />`;

    return html`<div class="board">
        <svg
            ref=${root}
            viewBox=${box}
            role="group"
            aria-label=${t("board")}
            class=${play ? "live" : ""}
            onMouseDown=${unfocused}
            onPointerDown=${down}
            onPointerMove=${moved}
            onPointerUp=${up}
            onPointerCancel=${() => (drag.value = null)}
            onKeyDown=${key}
        >
            <g dangerouslySetInnerHTML=${{ __html: drawing }} aria-hidden="true" />
            ${board.last_picture && !pointed && html`<g class="last" dangerouslySetInnerHTML=${{ __html: board.last_picture }} aria-hidden="true" />`}
            ${names.map(spot)} ${marks && !pointed && [...next].map(badge)}
            ${pointed?.picture && html`<g class="shown" dangerouslySetInnerHTML=${{ __html: pointed.picture }} aria-hidden="true" />`}
            ${
                drag.value &&
                !piece &&
                html`<path class="drag" d="M${at.get(drag.value.from).join(" ")}L${drag.value.to.join(" ")}" />`
            }
        </svg>
        ${
            whole.length + still.length > 0 &&
            html`<div class="settle" ref=${settle}>
                ${whole.length > 0 && html`<span>${t(whole.length > 1 ? "which move" : "more may follow")}</span>`}
                ${[...whole, ...still].map(
                    (each, number) =>
                        html`<button key=${each.move} class=${number ? "" : "first"} onClick=${() => act(each)}>
                            ${t("make it", { move: each.move })}
                        </button>`,
                )}
                ${whole.length > 0 && html`<button onClick=${() => (picked.value = completed.value = [])}>${t("cancel")}</button>`}
            </div>`
        }
    </div>`;
}

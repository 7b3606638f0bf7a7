// A histogram of states by plies to the end, or by points, on a logarithmic scale; each bar opens an example.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { request } from "./api.js";
import { Csv } from "./download.js";
import { html } from "./html.js";
import { useLatest } from "./latest.js";
import { go, variant } from "./route.js";
import { Mark, inWords } from "./value.js";
import { brief, count, t } from "./words.js";

const NOT_FOUND = 404;
const [TOP, RIGHT, BOTTOM, LEFT, HIGH] = [24, 18, 24, 52, 262]; // CSS pixels, the unit of the drawing
const TICK = 70; // minimal distance of the numbers below the bars, in pixels

// The current width of an element in CSS pixels. A drawing in this unit has texts of constant size.
function useWidth(root) {
    const wide = useSignal(640);
    useEffect(() => {
        const seen = new ResizeObserver(([{ contentRect }]) => (wide.value = Math.max(200, Math.round(contentRect.width))));
        seen.observe(root.current);
        return () => seen.disconnect();
    }, []);
    return wide.value;
}

// The powers of ten up to `max`.
const powers = (max) => Array.from({ length: Math.floor(Math.log10(max) + 1e-9) + 1 }, (_, power) => 10 ** power);

// Integers at equal distances from `low` on, and `high`; about `places` of them.
function ticks(low, high, places) {
    const far = Math.max(1, Math.ceil((high - low) / Math.max(1, places)));
    const result = Array.from({ length: Math.floor((high - low) / far) + 1 }, (_, tick) => low + tick * far);
    const last = result[result.length - 1];
    if (last < high) result.splice(high - last < far / 2 && result.length > 1 ? -1 : result.length, 1, high);
    return result;
}

// The row with the most states in each column that is as wide as a pixel, for each kind of bar, where bars are narrower.
function tallest(bars, column, kind) {
    const result = new Map();
    for (const each of bars) {
        const place = `${column(each)} ${kind(each)}`;
        if (!(result.get(place)?.states >= each.states)) result.set(place, each);
    }
    return [...result.values()];
}

// rows     states by value and plies, or by points
// longest  sections of the game with their longest wins and losses, if these were counted
export function Histogram({ rows, route, longest }) {
    const root = useRef();
    const wide = useWidth(root);
    const wrong = useSignal("");
    const searching = useSignal(false);
    const opened = useSignal(false);
    const latest = useLatest();
    const scores = rows.some((each) => typeof each.value === "number");
    const at = (each) => (scores ? each.value : each.dtm);
    const bars = rows.filter((each) => at(each) !== null && each.states > 0);

    // A random position of a row. If none is drawn because it is rare: one of the longest wins, or a search by the server.
    async function example({ value, dtm }, signal) {
        const wanted = { ...(scores ? { points: value } : { value, min_dtm: dtm, max_dtm: dtm }), replies: 0 };
        try {
            return await request(route, "random", wanted, false, signal);
        } catch (error) {
            if (error.status !== NOT_FOUND) throw error;
            const extremes = (longest ?? []).flatMap((part) => [...part.win, ...part.loss]);
            const result = extremes.find((each) => each.value === value && each.dtm === dtm);
            return result ?? (await request(route, "example", wanted, true, signal));
        }
    }
    async function open(row) {
        const signal = latest.begin();
        wrong.value = "";
        searching.value = true;
        try {
            const { position, forbidden } = await example(row, signal);
            if (!signal.aborted) go({ ...variant(route), view: "explore", position, forbid: forbidden });
        } catch (error) {
            if (!signal.aborted) wrong.value = error.message;
        }
        if (!signal.aborted) searching.value = false;
    }

    const numbers = bars.map(at);
    const low = numbers.reduce((one, other) => Math.min(one, other), Infinity);
    const high = numbers.reduce((one, other) => Math.max(one, other), -Infinity);
    const maxStates = bars.reduce((most, each) => Math.max(most, each.states), 0);
    const step = (wide - LEFT - RIGHT) / (high - low + 1);
    const across = (number) => LEFT + (number - low) * step;
    const tall = HIGH - TOP - BOTTOM;
    const height = (number) => tall * (Math.log1p(number) / Math.log1p(maxStates));
    const down = (number) => HIGH - BOTTOM - height(number);
    const kind = (each) => (scores ? (each.value > 0 ? "win" : each.value < 0 ? "loss" : "draw") : each.value);
    const drawn = step < 1 ? tallest(bars, (each) => Math.floor(across(at(each))), kind) : bars;
    const sorted = [...drawn].sort((one, other) => other.states - one.states);
    const name = t(scores ? "states by points" : "states by plies");
    return html`<figure class="histogram" ref=${root}>
        <figcaption>${name} <small>${t("logarithms, bars open")}</small>
            ${["win", "loss"].map((value) => html` <${Mark} of=${{ value }} />`)}
        </figcaption>
        ${
            bars.length > 0 &&
            html`<svg viewBox="0 0 ${wide} ${HIGH}" role="img" aria-label=${name}>
                <text class="axis" x="4" y="10">${t("states")}</text>
                ${powers(maxStates).map(
                    (each) => html`<line class="grid" x1=${LEFT} x2=${wide - RIGHT} y1=${down(each)} y2=${down(each)} />
                        <text class="scale" x=${LEFT - 6} y=${down(each) + 4}>${brief(each)}</text>`,
                )}
                ${sorted.map(
                    (each) => html`<rect
                        class="bar ${kind(each)}"
                        x=${across(at(each)) + step * 0.08}
                        width=${Math.max(0.8, step * 0.84)}
                        y=${down(each.states)}
                        height=${height(each.states)}
                        onClick=${() => open(each)}
                    >
                        <title>${inWords(each, true)}: ${count(each.states)}</title>
                    </rect>`,
                )}
                <line x1=${LEFT} x2=${wide - RIGHT} y1=${HIGH - BOTTOM} y2=${HIGH - BOTTOM} />
                ${ticks(low, high, Math.floor((wide - LEFT - RIGHT) / TICK)).map(
                    (tick) => html`<text x=${across(tick) + step / 2} y=${HIGH - 7}>${tick}</text>`,
                )}
            </svg>`
        }
        ${searching.value && html`<p role="status"><span class="dots" aria-hidden="true"></span>${t("searching")}</p>`}
        ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
        <details onToggle=${(event) => (opened.value = event.currentTarget.open)}>
            <summary>${t("as table")}</summary>
            <${Csv} name=${`${route.game}-states`} rows=${() => [["value", "dtm", "states"], ...rows.map((each) => [each.value, each.dtm, each.states])]} />
            <div class="scroll" tabindex="0" role="region" aria-label=${t("as table")}>
                <table>
                    <thead>
                        <tr><th scope="col">${t("column.made it")}</th><th scope="col" class="number">${t("states")}</th><td></td></tr>
                    </thead>
                    <tbody>
                        ${(opened.value ? rows : []).map((each) => html`<tr><td><${Mark} of=${each} long exact /></td><td class="number">${count(each.states)}</td><td><button class="better" onClick=${() => open(each)} aria-label=${`${t("open one")}: ${inWords(each, true)}`}>${t("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`;
}

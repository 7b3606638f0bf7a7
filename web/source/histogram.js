// States by plies to the end, won and lost, or by points, as bars on a scale of logarithms; each opens an example.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { request } from "./api.js";
import { html } from "./html.js";
import { go, variant } from "./place.js";
import { Mark, inWords } from "./value.js";
import { brief, count, t } from "./words.js";

const NOT_FOUND = 404;
const [TOP, RIGHT, BOTTOM, LEFT, HIGH] = [12, 18, 24, 52, 250]; // CSS pixels, as all in the drawing
const TICK = 70; // pixels between numbers below the bars, at least

// The width of an element in CSS pixels, whatever the window does: texts of a drawing in these units are legible.
function useWidth(root) {
    const wide = useSignal(640);
    useEffect(() => {
        const seen = new ResizeObserver(([{ contentRect }]) => (wide.value = Math.max(200, Math.round(contentRect.width))));
        seen.observe(root.current);
        return () => seen.disconnect();
    }, []);
    return wide.value;
}

// Powers of ten up to a number.
const powers = (most) => Array.from({ length: Math.floor(Math.log10(most) + 1e-9) + 1 }, (_, power) => 10 ** power);

// Whole numbers at equal distances from the first of a range on, and the last of it.
function ticks(low, high, places) {
    const far = Math.max(1, Math.ceil((high - low) / Math.max(1, places)));
    const found = Array.from({ length: Math.floor((high - low) / far) + 1 }, (_, tick) => low + tick * far);
    const last = found[found.length - 1];
    if (last < high) found.splice(high - last < far / 2 && found.length > 1 ? -1 : found.length, 1, high);
    return found;
}

// rows     states by value and plies, or by points
// longest  parts of the game with their longest wins and losses, if these were counted
export function Histogram({ rows, place, longest }) {
    const root = useRef();
    const wide = useWidth(root);
    const wrong = useSignal("");
    const searching = useSignal(false);
    const leaving = useRef(null); // an AbortController of the search
    useEffect(() => () => leaving.current?.abort(), []);
    const scores = rows.some((each) => typeof each.value === "number");
    const at = (each) => (scores ? each.value : each.dtm);
    const bars = rows.filter((each) => at(each) !== null && each.states > 0);

    // A random position of a row; where it is too rare to be drawn, one that is known, or that the server searches for.
    async function example({ value, dtm }, signal) {
        const wanted = { ...(scores ? { points: value } : { value, min_dtm: dtm, max_dtm: dtm }), replies: 0 };
        try {
            return await request(place, "random", wanted, false, signal);
        } catch (error) {
            if (error.status !== NOT_FOUND) throw error;
            const known = (longest ?? []).flatMap((part) => [...part.win, ...part.loss]);
            const found = known.find((each) => each.value === value && each.dtm === dtm);
            return found ?? (await request(place, "example", wanted, true, signal));
        }
    }
    async function open(row) {
        leaving.current?.abort();
        const { signal } = (leaving.current = new AbortController());
        wrong.value = "";
        searching.value = true;
        try {
            const { position, forbidden } = await example(row, signal);
            if (!signal.aborted) go({ ...variant(place), view: "explore", position, forbid: forbidden });
        } catch (error) {
            if (!signal.aborted) wrong.value = error.message || t("no server");
        }
        if (!signal.aborted) searching.value = false;
    }

    const [low, high] = [Math.min(...bars.map(at)), Math.max(...bars.map(at))];
    const most = Math.max(...bars.map((each) => each.states));
    const step = (wide - LEFT - RIGHT) / (high - low + 1);
    const across = (number) => LEFT + (number - low) * step;
    const tall = HIGH - TOP - BOTTOM;
    const height = (number) => tall * (Math.log1p(number) / Math.log1p(most));
    const down = (number) => HIGH - BOTTOM - height(number);
    const kind = (each) => (scores ? (each.value > 0 ? "win" : each.value < 0 ? "loss" : "draw") : each.value);
    const sorted = [...bars].sort((one, other) => other.states - one.states);
    const name = t(scores ? "states by points" : "states by plies");
    return html`<figure class="histogram" ref=${root}>
        <figcaption>${name} <small>${t("logarithms, bars open")}</small>
            ${["win", "loss"].map((value) => html` <${Mark} of=${{ value, dtm: null }} />`)}
        </figcaption>
        ${
            bars.length > 0 &&
            html`<svg viewBox="0 0 ${wide} ${HIGH}" role="img" aria-label=${name}>
                <text class="axis" x="4" y="10">${t("states")}</text>
                ${powers(most).map(
                    (each) => html`<line class="grid" x1=${LEFT} x2=${wide - RIGHT} y1=${down(each)} y2=${down(each)} />
                        <text class="scale" x=${LEFT - 6} y=${down(each) + 4}>${brief(each)}</text>`,
                )}
                ${sorted.map(
                    (each) => html`<rect
                        class="bar ${kind(each)} live"
                        x=${across(at(each)) + step * 0.08}
                        width=${Math.max(0.8, step * 0.84)}
                        y=${down(each.states)}
                        height=${height(each.states)}
                        onClick=${() => open(each)}
                    >
                        <title>${inWords(each)}: ${count(each.states)}</title>
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
        <details>
            <summary>${t("as table")}</summary>
            <div class="scroll" tabindex="0" role="region" aria-label=${t("as table")}>
                <table>
                    <tbody>
                        ${rows.map((each) => html`<tr><td><${Mark} of=${each} long /></td><td>${count(each.states)}</td><td><button onClick=${() => open(each)} aria-label=${`${t("open one")}: ${inWords(each)}`}>${t("open one")}</button></td></tr>`)}
                    </tbody>
                </table>
            </div>
        </details>
    </figure>`;
}

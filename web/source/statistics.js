// All of a game in numbers: states by value and by plies to the end, the longest wins; each opens on the board.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { write } from "./address.js";
import { request } from "./api.js";
import { Histogram } from "./histogram.js";
import { html } from "./html.js";
import { variant } from "./place.js";
import { Mark, inWords } from "./value.js";
import { count, own, t } from "./words.js";

const LARGE = 2e7; // positions of which longest wins are counted only on request

export function Statistics({ desk, game }) {
    const place = desk.place.value;
    const answer = useSignal(null);
    const longest = useSignal(null);
    const wrong = useSignal("");
    const counting = useRef(null); // an AbortController of the request for the longest wins
    const find = () => {
        const { signal } = (counting.current = new AbortController());
        longest.value = "requested";
        wrong.value = "";
        request(place, "longest", {}, true, signal).then((found) => signal.aborted || (longest.value = found.parts), (error) => {
            if (signal.aborted) return;
            longest.value = null;
            wrong.value = error.message;
        });
    };
    useEffect(() => {
        answer.value = longest.value = null;
        wrong.value = "";
        request(place, "statistics").then((found) => {
            answer.value = found;
            if (found.positions < LARGE) find();
        }, (error) => (wrong.value = error.message));
        return () => counting.current?.abort();
    }, [place.game, String(place.set)]);
    const found = answer.value;
    if (!found) return html`<section class="wide">${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}</section>`;
    const facts = [
        ["positions", count(found.positions)],
        ["states", count(found.states)],
        ["value of start", found.start && inWords(found.start)],
        ["longest", found.longest_dtm !== null && t("plies", { n: found.longest_dtm })],
        ["won at once", found.checkmates > 0 && count(found.checkmates)],
        ["forbidding", found.forbidding > 0 && count(found.forbidding)],
    ];
    return html`<section class="wide statistics">
        <h2>${own(game, game.title)}${place.set.length ? ` · ${place.set.join(", ")}` : ""}</h2>
        <dl class="facts">
            ${facts.filter(([, fact]) => fact).map(([name, fact]) => html`<div><dt>${t(name)}</dt><dd>${fact}</dd></div>`)}
        </dl>
        <${Shares} values=${found.values} />
        <${Histogram} rows=${found.histogram} place=${place} longest=${Array.isArray(longest.value) ? longest.value : null} />
        <h2>${t(found.start && typeof found.start.value === "number" ? "extreme scores" : "longest wins")}</h2>
        <p class="note">${t("longest.why")}</p>
        ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
        ${longest.value === null && html`<div class="row"><button onClick=${find}>${t("count longest")}</button></div>`}
        ${longest.value === "requested" && html`<p><span class="dots" aria-hidden="true"></span>${t("counting")}</p>`}
        ${Array.isArray(longest.value) && html`<${Longest} parts=${longest.value} place=${place} game=${game} />`}
        <h2>${t("how counted")}</h2>
        <ul class="notes">
            ${found.notes.map((note) => html`<li>${own(game, note)}</li>`)}
        </ul>
    </section>`;
}

// The shares as one bar, and their numbers below it, however small a share is.
function Shares({ values }) {
    const kinds = ["win", "draw", "loss"];
    const whole = Object.values(values).reduce((sum, each) => sum + each, 0) || 1;
    return html`<div class="shares">
        <div class="whole" aria-hidden="true">
            ${kinds.map((kind) => html`<span class=${kind} style=${{ flexGrow: Math.max(values[kind] / whole, 0.002) }} />`)}
        </div>
        <ul>
            ${kinds.map(
                (kind) => html`<li>
                    <${Mark} of=${{ value: kind, dtm: null }} />${" "}
                    <span>${count(values[kind])}</span> <small>${((100 * values[kind]) / whole).toFixed(1)} %</small>
                </li>`,
            )}
        </ul>
    </div>`;
}

function Longest({ parts, place, game }) {
    const cell = (list) => html`<td>
        ${list[0] && html`<${Mark} of=${list[0]} />`}
        ${list.map(
            (each, number) => html`<a href=${link(place, each)} class="sample" aria-label=${`${number + 1}: ${each.position}`}>${number + 1}</a>`,
        )}
    </td>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("longest wins")}>
        <table class="longest">
            <thead>
                <tr><th scope="col">${t("part")}</th><th scope="col">${t("win")}</th><th scope="col">${t("loss")}</th></tr>
            </thead>
            <tbody>
                ${parts
                    .filter((each) => each.win.length || each.loss.length)
                    .map((each) => html`<tr><th scope="row">${each.name ? own(game, each.shown === each.name ? each.name : `${each.shown} (${each.name})`) : t("all")}</th>${cell(each.win)}${cell(each.loss)}</tr>`)}
            </tbody>
        </table>
    </div>`;
}

const link = (place, { position }) => write({ ...variant(place), view: "explore", position });

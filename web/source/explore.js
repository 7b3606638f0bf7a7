// The view to explore positions: value, all moves, best play, and ways to open another position.

import { useSignal, useSignalEffect } from "@preact/signals";
import { Bar } from "./bar.js";
import { BestLine } from "./bestline.js";
import { Board } from "./board.js";
import { Branch } from "./branch.js";
import { request } from "./api.js";
import { Cite } from "./cite.js";
import { Controls } from "./controls.js";
import { Headline } from "./headline.js";
import { html } from "./html.js";
import { Moves } from "./moves.js";
import { useKeys } from "./keys.js";
import { Starts } from "./starts.js";
import { stored } from "./stored_signal.js";
import { Paste } from "./paste.js";
import { Played } from "./played.js";
import { SetUp } from "./setup.js";
import { Share } from "./share.js";
import { t } from "./words.js";

const shown = stored("values", true);

export function Explore({ desk, game }) {
    const dialog = useSignal(null);
    const toggle = () => (shown.value = !shown.value);
    const best = () => desk.playable.peek()[0] && desk.make(desk.playable.peek()[0]);
    useKeys(desk, { v: toggle, b: best, p: () => (dialog.value = Paste), s: () => (dialog.value = SetUp) });
    useSignalEffect(() => {
        desk.answer.value;
        if (shown.value) desk.count();
    });
    const play = (move) => desk.make(move);
    async function random(conditions) {
        const result = await request(desk.route.value, "random", { ...conditions, replies: 0 }, false).catch((error) => (desk.problem.value = error) && null);
        if (result) desk.open(desk.route.value, { position: result.position });
    }
    const again = (start) => (desk.begin.value ? desk.open(desk.route.value, start) : null);
    const Shown = dialog.value;
    return html`
        <${Headline} desk=${desk} game=${game} shown=${shown.value} reveal=${toggle} />
        <section class="table">
            ${shown.value && html`<${Bar} desk=${desk} />`}
            <${Board} desk=${desk} marks=${shown.value} play=${play} />
            <${Controls} desk=${desk}>
                <button aria-pressed=${shown.value} title=${`${t("values")} (v)`} onClick=${toggle}>${t("values")}</button>
            <//>
            <${Branch} desk=${desk} />
            <${Played} desk=${desk} noted />
        </section>
        <section class="panel">
            ${desk.problem.value && html`<p class="wrong" role="alert">${desk.problem.value.message}</p>`}
            ${shown.value && html`<${BestLine} desk=${desk} game=${game} />`}
            <${Moves} desk=${desk} marks=${shown.value} play=${play} />
            <section aria-labelledby="another">
                <h2 id="another">${t("another position")}</h2>
                <div class="row">
                    <${Starts} game=${game} set=${desk.route.value.set} open=${again} />
                    <button onClick=${() => (dialog.value = SetUp)} title="(s)">${t("set up")}</button>
                    <button onClick=${() => (dialog.value = Paste)} title="(p)">${t("paste")}</button>
                    ${["win", "draw", "loss"].map(
                        (value) => html`<button onClick=${() => random({ value })}>${t(`random.${value}`)}</button>`,
                    )}
                </div>
            </section>
            <${Share} desk=${desk} game=${game}>
                <button onClick=${() => (dialog.value = Cite)}>${t("cite")}</button>
            <//>
        </section>
        ${Shown && html`<${Shown} desk=${desk} game=${game} close=${() => (dialog.value = null)} />`}
    `;
}

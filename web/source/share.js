// What can be taken elsewhere: the address of the game, the position as text, its drawing as SVG, PNG or HTML, and the game.

import { addressOf } from "./api.js";
import { asRecord } from "./bestline.js";
import { copy } from "./copy.js";
import { flipped } from "./desk.js";
import { download, downloadRecord } from "./download.js";
import { html } from "./html.js";
import { written } from "./position.js";
import { t } from "./words.js";

const SCALE = 3; // pixels of a PNG for each of the drawing

async function png(address, name) {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((data) => download(`${name}.png`, data, "image/png"));
}

const text = (address) => fetch(address).then((answer) => answer.text());

// The drawing as HTML for another page: it needs nothing from this server, and links to it.
const embedded = async (address) =>
    `<a href="${location.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">${await text(address)}</a>`;

export function Share({ desk, game, children }) {
    const [state, answer] = [desk.state.value, desk.answer.value];
    if (!state || !answer) return null;
    const copied = written(state, answer.turn);
    const drawing = addressOf(desk.route.value, "board.svg", {
        position: state.position,
        forbid: state.forbid,
        mover: state.mover,
        flip: flipped.value ? 1 : "",
    });
    const name = game.game;
    const save = () => downloadRecord(`${name}.json`, asRecord(desk, desk.moves.value, desk.begin.value, ["human", "human"]));
    return html`<section aria-labelledby="share">
        <h2 id="share">${t("share")}</h2>
        <p class="code"><span id="this-position">${state.position}</span>${copied.slice(state.position.length)}</p>
        <div class="row">
            <button onClick=${() => copy(location.href)}>${t("copy link")}</button>
            <button onClick=${() => copy(copied)}>${t("copy position")}</button>
            ${
                answer.picture &&
                html`<button onClick=${() => text(drawing).then((svg) => download(`${name}.svg`, svg, "image/svg+xml"))}>SVG</button>
                    <button onClick=${() => png(drawing, name)}>PNG</button>
                    <button title=${t("embed.why")} onClick=${() => embedded(drawing).then(copy)}>${t("embed")}</button>`
            }
            ${desk.moves.value.length > 0 && html`<button onClick=${save}>${t("download game")}</button>`} ${children}
        </div>
    </section>`;
}

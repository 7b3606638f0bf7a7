// A game that is not solved with these options: what to do about it, and what can be looked at meanwhile.

import { write } from "./address.js";
import { copy } from "./copy.js";
import { named, where } from "./home.js";
import { html } from "./html.js";
import { count, own, t } from "./words.js";

export function Unsolved({ game, problem, again }) {
    const { command, older } = problem;
    return html`<section class="wide unsolved">
        <h2>${t(older ? "older" : "unsolved", { game: own(game, game.title) })}</h2>
        <p>${t("unsolved.how")}</p>
        <div class="row"><code class="code">${command}</code> <button onClick=${() => copy(command)}>${t("copy")}</button></div>
        <p class="note">${t("unsolved.dry")} <code>${command} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${again}>${t("look again")}</button></div>
        ${
            game.small &&
            html`<p>${t("unsolved.small")}</p>
                <div class="row"><code class="code">${game.small}</code> <button onClick=${() => copy(game.small)}>${t("copy")}</button></div>`
        }
        ${
            game.solved.length > 0 &&
            html`<h2>${t("variants solved")}</h2>
                <ul>
                    ${game.solved.map(
                        (each) => html`<li>
                            <a href=${write(where(game, each))}>${named(game, each)}</a>${" "}
                            <small>${t("positions.n", { n: each.positions, count: count(each.positions) })}</small>
                        </li>`,
                    )}
                </ul>`
        }
    </section>`;
}

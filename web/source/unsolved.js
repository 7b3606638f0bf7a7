// The view of a variant that is not solved: the variants that are solved, and the command that solves it.

import { copy } from "./copy.js";
import { Solved } from "./home.js";
import { html } from "./html.js";
import { own, t } from "./words.js";

const Command = ({ line }) =>
    html`<div class="row"><code class="code">${line}</code> <button onClick=${() => copy(line)}>${t("copy")}</button></div>`;

export function Unsolved({ game, problem, again }) {
    const { command, older } = problem;
    return html`<section class="wide unsolved">
        <h2>${t(older ? "older" : "unsolved", { game: own(game, game.title) })}</h2>
        ${
            game.solved.length > 0 &&
            html`<p>${t("variants solved")}</p>
                <${Solved} game=${game} />`
        }
        <p>${t("unsolved.how")}</p>
        <${Command} line=${command} />
        <p class="note">${t("unsolved.dry")} <code>${command} --dry-run</code></p>
        <div class="row"><button class="first" onClick=${again}>${t("look again")}</button></div>
        ${
            game.small &&
            html`<p>${t("unsolved.small")}</p>
                <${Command} line=${game.small} />`
        }
    </section>`;
}

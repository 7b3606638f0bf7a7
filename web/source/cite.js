// A dialog with a citation of a position: what identifies its solution, and the command that proves it.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { request } from "./api.js";
import { Copied, copy } from "./copy.js";
import { Dialog } from "./dialog.js";
import { html } from "./html.js";
import { inWords } from "./value.js";
import { own, t } from "./words.js";

const named = (options) => Object.entries(options).map((each) => each.join("="));

// The solution as an entry of BibTeX, in which some characters have a meaning.
function entry({ game, title, options, digest, content, date, version, solve }) {
    const plain = (text) => String(text).replace(/[#$%&_{}]/g, "\\$&");
    const fields = {
        title: `{${plain([title, ...named(options)].join(", "))}: strong solution}`,
        author: `{retro ${plain(version ?? "")}}`,
        ...(date && { year: date.slice(0, 4) }),
        howpublished: plain(solve),
        note: plain(`content sha256:${content ?? "(not known)"}; digest of the rules ${digest}`),
    };
    const lines = Object.entries(fields).map(([name, text]) => `  ${name} = {${text}},\n`);
    return `@misc{${game}-${digest.slice(0, 8)},\n${lines.join("")}}`;
}

export function Cite({ desk, game, close }) {
    const citation = useSignal(null);
    useEffect(() => {
        request(desk.route.value, "citation").then((result) => (citation.value = result), close);
    }, []);
    const [about, state, answer] = [citation.value, desk.state.value, desk.answer.value];
    const lines = about && [
        [about.title, ...named(about.options)].join(", "),
        `position ${state.position}${state.forbid ? `, ${state.forbid} forbidden` : ""}: ${answer.value}${answer.dtm === null ? "" : ` in ${answer.dtm} plies`}`,
        `strong solution by retro ${about.version ?? "(version not known)"}, ${about.date?.slice(0, 10) ?? "date not known"}, digest of the rules ${about.digest}`,
        `content sha256:${about.content ?? "(not known)"}`,
        `reproduced by: ${about.solve}; proved record by record by: ${about.verify}`,
    ];
    const bibtex = about && entry(about);
    return html`<${Dialog} title=${t("cite")} close=${close} wide>
        ${
            lines &&
            html`<p><b>${own(game, about.title)}</b> · ${inWords(answer, true)}</p>
                <pre class="code">${lines.join("\n")}</pre>
                <p class="note">${t("cite.why")}</p>
                <div class="row"><button class="first" onClick=${() => copy(lines.join("\n"))}>${t("copy")}</button></div>
                <h3>BibTeX</h3>
                <pre class="code">${bibtex}</pre>
                <div class="row"><button onClick=${() => copy(bibtex)}>${t("copy bibtex")}</button></div>
                <${Copied} />`
        }
    <//>`;
}

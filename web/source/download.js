// Downloads: texts and drawings as files, and tables as CSV.

import { html } from "./html.js";
import { t } from "./words.js";

export function download(name, data, type = "application/json") {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const downloadRecord = (name, record) => download(name, `${JSON.stringify(record, null, 1)}\n`);

const cell = (each) => (/[",\n]/.test(each) ? `"${String(each).replaceAll('"', '""')}"` : String(each ?? ""));

// A button that downloads a table; `rows` returns its lines, each a list of cells, of which the first are names.
export const Csv = ({ name, rows }) => {
    const save = () => download(`${name}.csv`, rows().map((row) => `${row.map(cell).join(",")}\n`).join(""), "text/csv");
    return html`<button class="csv" title=${t("csv.why")} onClick=${save}>CSV</button>`;
};

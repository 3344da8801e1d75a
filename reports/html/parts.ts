import { html, type Markup, type Part } from './markup.ts';

/** What several parts of a page are made of. */

/** A command with a button that copies it. */
export function command(text: string): Markup {
  return html`<div class="command"><code>${text}</code><button type="button" class="plain needs-script" data-copy="${text}">Copy<span class="unseen"> the command</span></button></div>`;
}

/** A table that scrolls by itself where it is wider than the page. The first cell of a row is its head. */
export function table(caption: string, head: readonly Part[], rows: readonly (readonly Part[])[]): Markup {
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
}

/** What only some readers want to see. */
export function details(summary: Part, body: Part): Markup {
  return html`<details><summary>${summary}</summary><div class="inside">${body}</div></details>`;
}

/** Labels with what they say. */
export function facts(rows: readonly (readonly [label: string, text: Part])[]): Markup {
  return html`<dl>${rows.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

/** A list of names in type of one width. */
export function codes(texts: readonly string[]): Markup {
  return html`${texts.map((text, i) => html`${i > 0 && ', '}<code>${text}</code>`)}`;
}

/** The attribute of details that are open from the start. */
export function opened(open: boolean): Markup | false {
  return open && html` open`;
}

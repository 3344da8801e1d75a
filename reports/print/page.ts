import { createHash } from 'node:crypto';
import { newestOpset } from '../../oracles/spec/newest-opset.ts';
import { asset } from './assets.ts';
import { html, Markup } from './markup.ts';

/** A part of a page, with its place in the table of contents. */
export interface PrintedSection {
  /** its anchor */
  readonly id: string;
  readonly title: string;
  /** how much there is of it: stands beside the title in the table of contents */
  readonly count?: number | undefined;
  readonly body: Markup;
}

/** A page: what every page has around what is its own. */
export interface PrintedPage {
  readonly title: string;
  /** the head of the page: what to know if nothing else is read */
  readonly summary: Markup;
  readonly sections: readonly PrintedSection[];
  /** what the search finds; absent: there is none */
  readonly index?: unknown;
  readonly foot: string;
}

/** One file that needs no other: nothing is loaded, and nothing but its own style and script may run. */
export function renderPage({ title, summary, sections, index, foot }: PrintedPage): string {
  const [style, script] = [asset('page.css') + lanes(), asset('page.js')];
  const policy = `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header class="bar">
<a class="brand" href="#top">onnx-conformance</a>
${index !== undefined && search}
<button type="button" class="plain needs-script" id="theme">Dark</button>
</header>
<div class="frame">
<nav aria-label="Contents">
<ul>
${sections.map(
  (section) =>
    html`<li><a href="#${section.id}">${section.title}${section.count !== undefined && html` <span class="count">${section.count}</span>`}</a></li>`,
)}
</ul>
</nav>
<main id="main" tabindex="-1">
<div id="top">${summary}</div>
${sections.map(
  ({ id, title, body }) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}</section>
`,
)}
</main>
</div>
<footer>${foot}</footer>
<p id="said" class="unseen" role="status"></p>
${index !== undefined && html`<script type="application/json" id="index">${data(index)}</script>`}
<script type="module">${new Markup(script)}</script>
</body>
</html>
`.text;
}

/** Where a block of a lane of opsets begins, and how wide it is: styles of elements are not allowed. */
function lanes(): string {
  const opsets = Array.from({ length: newestOpset }, (_, i) => i + 1);
  const rules = opsets.map((n) => `.o${n}{grid-column-start:${n}}.w${n}{grid-column-end:span ${n}}`);
  return `:root{--opsets:${newestOpset}}${rules.join('')}`;
}

const search = html`<form role="search" class="needs-script" id="search">
<label class="unseen" for="query">Find a case, an operator or a clause</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="Find a case id, operator or clause" aria-controls="hits">
<div id="hits" hidden></div>
</form>`;

/** As text that may stand in a script element. */
function data(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

import { createHash } from 'node:crypto';
import { newestOpset } from '../../oracles/spec/newest-opset.ts';
import { asset } from './assets.ts';
import { html, Markup } from './markup.ts';

/** A part of a page, with its place in the table of contents. */
export interface PrintedSection {
  /** the anchor */
  readonly id: string;
  readonly title: string;
  /** the number of its items, shown next to the title in the table of contents */
  readonly count?: number | undefined;
  readonly body: Markup;
}

/** A page: its own contents, and the frame that all pages share. */
export interface PrintedPage {
  readonly title: string;
  /** the head of the page, with the most important facts */
  readonly summary: Markup;
  readonly sections: readonly PrintedSection[];
  /** the index of the search; absent if there is no search, or the site's */
  readonly index?: unknown;
  /** the site of the page; absent for a single self-contained file */
  readonly site?: SitePage | undefined;
  readonly foot: string;
}

/** A page of a site, whose common parts are in separate files. */
export interface SitePage {
  /** the relative path from the page to the root of the site: `../`, or empty */
  readonly root: string;
  /** data for the script of the site */
  readonly data?: unknown;
}

/** The style of every page. */
export const pageStyle = (): string => asset('page.css') + lanes();
/** The script of every page, which a self-contained page includes as a module. */
export const pageScript = (): string => asset('page.js');

/** Returns a self-contained file, or a page of a site. Nothing is loaded from elsewhere, and no other scripts may run. */
export function renderPage({ title, summary, sections, index, foot, site }: PrintedPage): string {
  const [style, script] = site ? ['', ''] : [pageStyle(), pageScript()];
  // a file has no origin
  const [styles, scripts] = site ? ["'self' file:", "'self' file:"] : [digest(style), digest(script)];
  const policy = `default-src 'none'; style-src ${styles}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
  const hasSearch = site !== undefined || index !== undefined;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${site ? html`<link rel="stylesheet" href="${site.root}site.css">` : html`<style>${new Markup(style)}</style>`}
</head>
<body>
<a class="skip" href="#main">Skip to the ${site ? 'page' : 'report'}</a>
<header class="bar">
<a class="brand" href="${site ? `${site.root}index.html` : '#top'}">onnx-conformance</a>
${hasSearch && search(site?.root)}
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
${site?.data !== undefined && html`<script type="application/json" id="site-data">${data(site.data)}</script>`}
${site ? html`<script defer src="${site.root}site.js"></script>` : html`<script type="module">${new Markup(script)}</script>`}
</body>
</html>
`.text;
}

/** Returns styles for the start and width of blocks in a lane of opsets, since styles on elements are not allowed. */
function lanes(): string {
  const opsets = Array.from({ length: newestOpset }, (_, i) => i + 1);
  const rules = opsets.map((n) => `.o${n}{grid-column-start:${n}}.w${n}{grid-column-end:span ${n}}`);
  return `:root{--opsets:${newestOpset}}${rules.join('')}`;
}

/** Returns the search form. @param root the root of a site, whose search also finds runtimes and has its index in a file */
const search = (root: string | undefined): Markup => html`<form role="search" class="needs-script" id="search">
<label class="unseen" for="query">Find a case, an operator${root === undefined ? ' or' : ','} a clause${root !== undefined && ' or a runtime'}</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="Find a case id, operator${root === undefined ? ' or clause' : ', clause, runtime'}" aria-controls="hits"${root !== undefined && html` data-root="${root}"`}>
<div id="hits" hidden></div>
</form>`;

/** Returns data as text for a script element. */
function data(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

import { newestOpset } from '../../oracles/newest-opset.ts';

const columns = Array.from({ length: newestOpset }, (_, i) => i + 1);

/** How a page looks, on a screen and on paper. Colours come in pairs, for light and dark. */
export const style = /* css */ `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #16181b);
  --raised: light-dark(#f6f7f8, #1e2125);
  --line: light-dark(#dcdfe3, #343941);
  --text: light-dark(#1b1f24, #e4e7eb);
  --quiet: light-dark(#59616b, #a3acb7);
  --link: light-dark(#1f5ca8, #86b6f2);
  --bad: light-dark(#b3261e, #ff8f85);
  --bad-fill: light-dark(#b3261e, #c5473e);
  --good: light-dark(#1d6b3f, #7fcf9f);
  --pass-fill: light-dark(#cfe6d6, #23503a);
  --pass-text: light-dark(#1d4d32, #bfe6cf);
  --near-fill: light-dark(#f7dfdc, #4a2725);
  --near-text: light-dark(#7c1d17, #f5c0bb);
  --none-fill: light-dark(#e9ebee, #2b3037);
  --none-text: light-dark(#565e68, #a9b2bd);
  --shade0: light-dark(#1f5ca8, #86b6f2);
  --shade1: light-dark(#9a5b00, #e0a95a);
  --shade2: light-dark(#1d6b3f, #7fcf9f);
  --shade3: light-dark(#8b3a8f, #d69ae0);
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono', 'DejaVu Sans Mono', 'Liberation Mono', monospace;
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 var(--sans); font-variant-numeric: tabular-nums; }
a { color: var(--link); text-underline-offset: 2px; }
code { font: 0.88em/1.5 var(--mono); overflow-wrap: anywhere; }
p { margin: 0 0 0.8rem; max-width: 75ch; }
ul { margin: 0; padding-left: 1.1rem; }
ul + .wide { margin-top: 0.8rem; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 0 0 1rem; font-size: 1.3rem; }
h3 { margin: 0 0 0.7rem; font-size: 0.95rem; font-weight: 600; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 1rem; top: 0.6rem; z-index: 3; background: var(--page); padding: 0.3rem 0.6rem; }
.sub, .source, .about { color: var(--quiet); font-size: 0.9rem; }
.label { color: var(--quiet); font-size: 0.85rem; }
b.bad, .bad > b, span.bad { color: var(--bad); }

.bar { position: sticky; top: 0; z-index: 2; display: flex; gap: 1rem; align-items: center; padding: 0.6rem max(1.25rem, calc((100vw - 1180px) / 2)); background: var(--page); border-bottom: 1px solid var(--line); }
.brand { font-weight: 600; color: inherit; text-decoration: none; margin-right: auto; }
.needs-script { display: none; }
.scripted .needs-script { display: revert; }
button.plain { font: inherit; font-size: 0.85rem; color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: 0.2rem 0.7rem; cursor: pointer; }
button.plain:hover { border-color: var(--quiet); }
#search { position: relative; flex: 0 1 24rem; margin: 0; }
#query { width: 100%; font: inherit; font-size: 0.9rem; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.7rem; }
#query::placeholder { color: var(--quiet); opacity: 1; }
#hits { position: absolute; right: 0; top: calc(100% + 6px); width: min(40rem, calc(100vw - 2.5rem)); max-height: 70vh; overflow: auto; background: var(--page); border: 1px solid var(--line); border-radius: 8px; padding: 0.4rem; box-shadow: 0 6px 24px rgb(0 0 0 / 0.18); }
#hits a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.35rem 0.5rem; color: inherit; text-decoration: none; border-radius: 5px; font-size: 0.9rem; }
#hits a:hover, #hits a:focus { background: var(--raised); }
#hits a span { color: var(--quiet); }
#hits a span.bad { color: var(--bad); }
#hits p { margin: 0.3rem 0.5rem; color: var(--quiet); font-size: 0.85rem; }

.frame { display: grid; grid-template-columns: 190px minmax(0, 1fr); gap: 2.5rem; max-width: 1180px; margin: 0 auto; padding: 2.2rem 1.25rem 3rem; }
nav { font-size: 0.92rem; }
nav ul { position: sticky; top: 4.8rem; list-style: none; padding: 0; }
nav a { display: flex; justify-content: space-between; gap: 0.5rem; padding: 0.28rem 0.6rem; border-radius: 5px; color: inherit; text-decoration: none; }
nav a:hover { background: var(--raised); }
nav .count { color: var(--quiet); }
section { margin-top: 3.2rem; }
footer { max-width: 1180px; margin: 0 auto; padding: 1.2rem 1.25rem 2.5rem; color: var(--quiet); font-size: 0.85rem; border-top: 1px solid var(--line); }

.about { margin: 0 0 0.3rem; }
.verdict { margin: 0.5rem 0 0.7rem; font-size: 1.5rem; line-height: 1.25; }
.verdict.bad { color: var(--bad); }
.verdict.good { color: var(--good); }
.lead { font-size: 1.02rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 1rem 1.5rem; margin: 1.6rem 0 1.2rem; }
.figures div { border-top: 2px solid var(--line); padding-top: 0.5rem; }
.figures dt { color: var(--quiet); font-size: 0.85rem; }
.figures dd { margin: 0; }
.figures b { display: block; font-size: 1.7rem; line-height: 1.25; font-weight: 600; }
.figures span { color: var(--quiet); font-size: 0.85rem; }
figure { margin: 0; }
.share { display: block; width: 100%; height: 10px; border-radius: 5px; }
.meter { display: block; width: 5.5rem; padding-top: 0.45rem; }
.share rect.pass { fill: light-dark(#7db893, #3f8a61); }
.share rect.bad { fill: var(--bad-fill); }
.share rect.none { fill: light-dark(#cbd0d6, #4a515b); }
.keys { display: flex; flex-wrap: wrap; gap: 0.2rem 1.3rem; margin: 0.5rem 0 0; color: var(--quiet); font-size: 0.85rem; }
p.keys { margin: 0 0 0.5rem; }
.key::before { content: ''; display: inline-block; width: 0.75em; height: 0.75em; margin-right: 0.45em; border-radius: 3px; vertical-align: -0.03em; }
.share + .keys .pass::before { background: light-dark(#7db893, #3f8a61); }
.share + .keys .none::before { background: light-dark(#cbd0d6, #4a515b); }
span.key { color: inherit; }
.key.bad::before { background: var(--bad-fill); }
.key.pass::before { background: var(--pass-fill); }
.key.near::before { background: var(--near-fill); }
.key.none::before { background: var(--none-fill); border: 1px solid var(--none-text); }
.mark { display: inline-flex; align-items: center; gap: 0.4em; }

summary { cursor: pointer; }
.card { border: 1px solid var(--line); border-radius: 8px; margin: 0 0 0.7rem; background: var(--page); }
.card > summary { display: flex; gap: 0.9rem; align-items: baseline; padding: 0.75rem 1rem; list-style: none; border-radius: 8px; }
.card > summary::-webkit-details-marker { display: none; }
.card > summary:hover { background: var(--raised); }
.card > summary::after { content: '+'; color: var(--quiet); font: 1rem/1 var(--mono); order: 9; }
.card[open] > summary::after { content: '\\2212'; }
.card[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
.card > .inside { padding: 1.1rem 1.1rem 1.2rem; }
.number { color: var(--quiet); min-width: 1.4rem; text-align: right; }
.what { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.what .sub { display: block; }
.tag { font-size: 0.78rem; color: var(--quiet); border: 1px solid var(--line); border-radius: 99px; padding: 0.05rem 0.6rem; white-space: nowrap; }
.cases { color: var(--quiet); font-size: 0.9rem; white-space: nowrap; }
.cases b { color: var(--text); }
section > h3 { margin: 1.6rem 0 0.7rem; }
blockquote { margin: 0 0 1rem; padding: 0.1rem 0 0.1rem 0.9rem; border-left: 3px solid var(--line); }
blockquote p { margin: 0.15rem 0; }
.history { color: var(--quiet); font-size: 0.9rem; padding-left: 1.1rem; }
.message { margin-bottom: 1rem; }
.smallest { background: var(--raised); border-radius: 6px; padding: 1rem; margin: 0 0 1rem; }
dl { margin: 0; }
.inside dl > div, section > dl > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0.2rem 1rem; padding: 0.18rem 0; }
dt { color: var(--quiet); font-size: 0.9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
dd ul { list-style: none; padding: 0; columns: 20rem; column-gap: 1.5rem; }
dd ul:not(:has(li:nth-child(7))) { columns: auto; }
dd li { break-inside: avoid; }
h3 code { font-weight: 400; }
.against { border: 1px solid var(--line); border-radius: 6px; background: var(--page); padding: 0.6rem 0.9rem; margin: 0.9rem 0; }
.against p { margin: 0 0 0.2rem; }
.against .bad dd { color: var(--bad); font-weight: 600; }
.against .good dd { color: var(--good); font-weight: 600; }
.inside .against dl > div { grid-template-columns: 4.5rem minmax(0, 1fr); }
.against code { font-size: 1rem; }
.command { display: flex; gap: 0.8rem; align-items: baseline; justify-content: space-between; margin: 0.5rem 0 0; border-top: 1px solid var(--line); padding-top: 0.5rem; }
dl + .command { margin-top: 0.9rem; }
.command code { flex: 1; min-width: 0; font-size: 0.8rem; }
.files { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; max-width: none; margin: 0.5rem 0 0; border-top: 1px solid var(--line); padding-top: 0.6rem; }
.files a { font: 0.8rem var(--mono); }

.graph { display: block; max-width: none; font: 12px var(--mono); }
.shown { display: flex; flex-wrap: wrap; gap: 0.9rem 1.6rem; align-items: center; margin-bottom: 0.9rem; }
.drawing { flex: 0 1 auto; }
.shown .against { flex: 1 1 17rem; margin: 0; }
.graph rect { fill: var(--page); stroke: var(--line); }
.graph text { fill: var(--quiet); white-space: pre; }
.graph .name { fill: var(--text); font-weight: 600; }
.graph .node rect { stroke: var(--text); }
.graph .constant rect { stroke-dasharray: 4 3; }
.graph .answer text:nth-of-type(3) { fill: var(--good); }
.graph .edge { fill: none; stroke: var(--quiet); }
.graph .tip { fill: var(--quiet); }

.family { border-top: 1px solid var(--line); }
.family > summary { padding: 0.55rem 0.2rem; }
.family > .inside { padding: 0 0 1rem; }
.scale, .line > summary { display: grid; grid-template-columns: 11.5rem minmax(0, 1fr); align-items: center; gap: 0.8rem; }
.scale { font-size: 0.68rem; color: var(--quiet); text-align: center; margin-bottom: 0.2rem; }
.lane { display: grid; grid-template-columns: repeat(${newestOpset}, minmax(0, 1fr)); gap: 1px; }
.line > summary { list-style: none; padding: 1px 0; border-radius: 4px; }
.line > summary::-webkit-details-marker { display: none; }
.line > summary:hover, .line[open] > summary { background: var(--raised); }
.line .name { padding-left: 0.2rem; font-size: 0.9rem; overflow: hidden; text-overflow: ellipsis; }
.line .lane span { height: 1.35rem; font-size: 0.72rem; line-height: 1.35rem; text-align: center; border-radius: 3px; overflow: hidden; white-space: nowrap; color: var(--none-text); }
.lane .bad { background: var(--bad-fill); }
.line .lane .bad { color: #fff; font-weight: 600; }
.lane .pass { background: var(--pass-fill); }
.line .lane .pass { color: var(--pass-text); }
.lane .near { background: var(--near-fill); }
.line .lane .near { color: var(--near-text); }
.lane .none { background: var(--none-fill); }
.lane .blank { background: none; box-shadow: inset 0 -1px 0 var(--line); }
.family details:not(.line) > summary { padding: 0.35rem 0.2rem; color: var(--quiet); font-size: 0.9rem; }
.line > .inside { padding: 0.6rem 0 1rem; }
${columns.map((n) => `.o${n}{grid-column-start:${n}}.w${n}{grid-column-end:span ${n}}`).join('')}

.wide { overflow-x: auto; }
table { min-width: min(100%, 36rem); border-collapse: collapse; font-size: 0.88rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 1.2rem 0.35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
tbody th code { overflow-wrap: normal; white-space: nowrap; }
tbody th .sub { display: block; max-width: 16rem; }
tbody th .said { display: block; min-width: 20rem; max-width: 30rem; }
tbody th .said code { overflow-wrap: anywhere; white-space: normal; }
thead th { color: var(--quiet); white-space: nowrap; }
.line table td, .line table th { white-space: nowrap; }
details > summary + .inside > .wide { margin-top: 0.6rem; }

.runtimes { margin: 1.2rem 0; }
.runtimes td, .runtimes th { white-space: nowrap; padding-right: 1rem; }
.care { margin-top: 1rem; }
.point { margin: 1.8rem 0; }
.point h3 { margin: 0 0 0.2rem; }
.point h3 code { font-weight: 600; }
.point p { margin: 0 0 0.5rem; }
.compared { width: 100%; table-layout: fixed; }
.compared .what { width: 15rem; }
.compared .runtime { width: 6.6rem; }
.compared th:first-child { position: sticky; left: 0; background: var(--page); }
.compared th:first-child .sub { display: block; }
.compared thead th { white-space: normal; vertical-align: bottom; overflow-wrap: anywhere; font-size: 0.8rem; padding-left: 0.6rem; padding-right: 0.3rem; }
.compared thead th:first-child { padding-left: 0; }
.compared td { padding-left: 0.6rem; padding-right: 0.6rem; border-left: 2px solid var(--page); }
.compared .passes { background: var(--pass-fill); color: var(--pass-text); }
.compared .breaks { background: var(--near-fill); color: var(--near-text); }
.compared .open, .compared .way0 { background: var(--none-fill); }
.compared .way1 { background: light-dark(#d9e6f7, #1f3a5c); }
.compared .way2 { background: light-dark(#f6e6c8, #4d3a17); }
.compared .way3 { background: light-dark(#ecdcf0, #472a4c); }
.compared .way4 { background: light-dark(#d5ebe9, #1d4744); }

.plot { font: 12px var(--sans); max-width: none; }
.plot text { fill: var(--quiet); }
.plot .operator { fill: var(--text); text-anchor: end; }
.plot .tick text { text-anchor: middle; }
.plot .tick line { stroke: var(--line); }
.plot .bound line { stroke: var(--quiet); }
.plot .row { stroke: var(--line); stroke-dasharray: 1 3; }
.shade0 { fill: var(--shade0); } .shade1 { fill: var(--shade1); } .shade2 { fill: var(--shade2); } .shade3 { fill: var(--shade3); }

@media (max-width: 820px) {
  .frame { grid-template-columns: minmax(0, 1fr); gap: 1.2rem; padding-top: 1.2rem; }
  nav ul { position: static; display: flex; gap: 0.3rem; overflow-x: auto; }
  nav a { padding: 0.2rem 0.5rem; background: var(--raised); white-space: nowrap; }
  section { margin-top: 2.4rem; }
}
@media (max-width: 560px) {
  h1 { font-size: 1.5rem; }
  .bar { flex-wrap: wrap; gap: 0.5rem; position: static; }
  html { scroll-padding-top: 1rem; }
  #search { order: 3; flex: 1 0 100%; }
  .card > summary { flex-wrap: wrap; gap: 0.3rem 0.6rem; }
  .what { flex-basis: 70%; }
  .card > summary .cases { margin-left: 2rem; }
  .card > summary::after { margin-left: auto; }
  .against code { font-size: 0.88rem; }
  .inside .against dl > div { grid-template-columns: 3.5rem minmax(0, 1fr); }
  .card > .inside { padding: 0.8rem; }
  .smallest { padding: 0.8rem; }
  .inside dl > div, section > dl > div { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0.3rem 0; }
  .scale, .line > summary { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .line > summary { padding: 0.25rem 0; }
  .line .lane .w1 { font-size: 0; }
  .wide table { min-width: 36rem; }
  .line table, .wide .compared { min-width: 0; }
  .compared .what { width: 8.5rem; }
  .compared .runtime { width: 5.4rem; }
  .scale .lane span:not(.o1, .o5, .o10, .o15, .o20, .o25) { visibility: hidden; }
}
@media print {
  :root { color-scheme: light; }
  html { font-size: 12px; }
  body { font-size: 9pt; }
  .bar, nav, .skip, .needs-script, .scripted .needs-script, .command .plain { display: none; }
  .frame { display: block; padding: 0; max-width: none; }
  .smallest, tr, .line { break-inside: avoid; }
  h2, h3, summary { break-after: avoid; }
  .card > summary::after, .card[open] > summary::after { content: none; }
  .wide { overflow: visible; }
  .plot, .graph { max-width: 100%; height: auto; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

#include "isotypic/report/page_assets.hpp"

namespace isotypic::report {

const char* const page_style = R"css(
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f6f7f9; --ink: #1f2328; --soft: #59636e;
  --rule: #d5dae0; --strong-rule: #1f2328; --accent: #0b5fa5; --shadow: #1f232840;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --raised: #1c2127; --ink: #e6e8eb; --soft: #9aa4b0;
    --rule: #333b45; --strong-rule: #aab2bd; --accent: #6cb6ff; --shadow: #000000c0;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 17px/1.55 Charter, "Bitstream Charter", "Source Serif 4", Georgia, serif;
}
main { max-width: 62rem; margin: 0 auto; padding: 3.5rem 1.5rem 5rem; }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 0 0 .4rem; font-weight: 600; letter-spacing: -.01em; }
h2 {
  font-size: 1.5rem; line-height: 1.25; margin: 3.5rem 0 .5rem; padding-top: 1.2rem;
  border-top: 2px solid var(--strong-rule); font-weight: 600;
}
h3 { font-size: 1.1rem; margin: 2.4rem 0 .7rem; font-weight: 600; }
p { margin: .6rem 0; max-width: 44rem; }
h1, h2, h3, p, summary, figcaption { overflow-wrap: anywhere; }
a { color: var(--accent); }
figcaption, .note { color: var(--soft); }
.note { font-size: .92rem; }
nav { margin: 1.2rem 0 0; font-size: .95rem; }
nav a { margin-right: 1rem; display: inline-block; }
.facts {
  display: flex; flex-wrap: wrap; gap: .35rem 2rem; margin: .8rem 0 1.2rem;
  font: .84rem/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif;
}
.facts div { display: flex; gap: .5rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
pre, code { font: .85rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
pre {
  background: var(--raised); border: 1px solid var(--rule); border-radius: 6px;
  padding: .7rem .9rem; margin: .6rem 0; white-space: pre-wrap; overflow-wrap: anywhere;
}
.table {
  overflow-x: auto; margin: .6rem 0;
  /* Shadows at the sides where there is more: covers scroll with the table, shadows stay. */
  background:
    linear-gradient(to right, var(--ground) 40%, transparent) left / 2.5rem 100% no-repeat local,
    linear-gradient(to left, var(--ground) 40%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--shadow), transparent) left / 1rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shadow), transparent) right / 1rem 100% no-repeat scroll;
}
.table::-webkit-scrollbar { height: .55rem; width: .55rem; }
.table::-webkit-scrollbar-track { background: var(--raised); }
.table::-webkit-scrollbar-thumb { background: var(--soft); border-radius: .3rem; }
details .table { max-height: 38rem; overflow-y: auto; }
table {
  border-collapse: collapse; border-bottom: 1.5px solid var(--strong-rule); min-width: 50%;
  font: .88rem/1.4 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums lining-nums;
}
th, td { padding: .34rem 1.1rem .34rem 0; text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-right: .3rem; }
th {
  position: sticky; top: 0; background: var(--ground); font-weight: 600; vertical-align: bottom;
  box-shadow: inset 0 1.5px 0 var(--strong-rule), inset 0 -1px 0 var(--strong-rule);
}
tbody tr + tr td { border-top: 1px solid var(--rule); }
tbody tr:hover td { background: var(--raised); }
td.number { white-space: nowrap; }
.number { text-align: right; }
figure { margin: 1.2rem 0; }
figure > svg { display: block; width: 100%; height: auto; }
figure.plot { max-width: 46rem; }
figure.plot > div > svg { display: block; width: 100%; height: auto; }
figure.plot > .narrow { display: none; }
.graphs { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.2rem 1.6rem; }
.graphs figure { margin: 0; }
.graphs figure > svg { border-radius: 6px; }
.graphs .isotypic-graph > .ground { fill: var(--raised); }
figcaption { font-size: .9rem; line-height: 1.4; margin-top: .45rem; }
figcaption strong { color: var(--ink); font-weight: 600; }
details { margin: 1.4rem 0; }
summary { cursor: pointer; font-weight: 600; }
summary:hover { color: var(--accent); }
footer { margin-top: 4rem; padding-top: .8rem; border-top: 1px solid var(--rule); }
.finding { font-size: 1.2rem; line-height: 1.45; margin: .3rem 0 1rem; }
.key { margin: 1.2rem 0 1.6rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem 1.4rem; }
.key strong { font-size: 3.4rem; line-height: 1; font-weight: 600; letter-spacing: -.02em; }
.key span { color: var(--soft); font-size: 1rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  figure.plot > .wide { display: none; }
  figure.plot > .narrow { display: block; max-width: 26rem; }
  main { padding: 2rem 1rem 3rem; }
  table { font-size: .78rem; }
  th, td { padding-right: .5rem; }
}
@media print { details .table { max-height: none; } main { padding: 0; } }
)css";

}  // namespace isotypic::report

/** The style sheet of the report: light and dark as the reader's system asks for, readable from 320 pixels on. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1c2024; --dim: #56606b; --line: #d5dbe1; --page: #ffffff; --raised: #f4f6f8;
  --good: #17693a; --bad: #b3261e; --link: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e9ed; --dim: #a3acb7; --line: #38414b; --page: #14181d; --raised: #1d232a;
    --good: #5cc98f; --bad: #ff9d8f; --link: #84bdff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere;
}
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-x: clip; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1rem 0 .5rem; }
p, ul { margin: .5rem 0; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.verdict { font-size: 1.05rem; padding: .75rem 1rem; border: 1px solid var(--line); border-left: 4px solid; border-radius: 4px; background: var(--raised); }
.verdict.good { border-left-color: var(--good); }
.verdict.bad { border-left-color: var(--bad); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt, .dim { color: var(--dim); }
dd { margin: 0; }
.scroll { overflow-x: auto; }
.tables { display: flex; flex-wrap: wrap; gap: 1.25rem 4rem; }
.tables > .scroll { max-width: 100%; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
.wide { width: 100%; }
caption { text-align: left; color: var(--dim); padding-bottom: .35rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--dim); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 500; }
.number { text-align: right; white-space: nowrap; }
.text { min-width: 9rem; }
.name { min-width: 11rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.verdict.good, .verdict.bad { color: inherit; }
.mark { font-size: .8rem; white-space: nowrap; }
details { border: 1px solid var(--line); border-radius: 4px; margin: .5rem 0; }
summary { cursor: pointer; padding: .6rem .9rem; background: var(--raised); border-radius: 4px; }
summary .dim { font-size: .9rem; }
.inside { padding: .25rem .9rem .9rem; }
pre { white-space: pre-wrap; background: var(--raised); border-radius: 4px; padding: .6rem .75rem; margin: .5rem 0; font: .85rem/1.45 ui-monospace, monospace; }
@media (max-width: 30rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
}
@media print { details { break-inside: avoid; } }
`;

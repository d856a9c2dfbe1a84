/** Style sheet of the API reference page; dark by default. */
export const referenceStyle = `
:root {
  color-scheme: dark;
  --canvas: oklch(.165 .006 265); --surface: oklch(.19 .007 265); --raised: oklch(.222 .008 265);
  --line: oklch(.262 .008 265); --line-strong: oklch(.36 .01 265);
  --ink: oklch(.95 .004 265); --prose: oklch(.86 .006 265); --muted: oklch(.74 .01 265); --faint: oklch(.61 .011 265);
  --accent: oklch(.82 .125 170); --accent-soft: oklch(.79 .125 170 / 10%); --accent-line: oklch(.79 .125 170 / 32%);
  --literal: oklch(.82 .095 75); --type: oklch(.8 .085 245);
  --sans: "Inter Variable", Inter, system-ui, sans-serif; --mono: "JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace;
}
:root:has(#light:checked) {
  color-scheme: light;
  --canvas: oklch(.995 .001 265); --surface: oklch(.978 .003 265); --raised: oklch(.955 .004 265);
  --line: oklch(.916 .004 265); --line-strong: oklch(.835 .006 265);
  --ink: oklch(.215 .012 265); --prose: oklch(.33 .012 265); --muted: oklch(.44 .012 265); --faint: oklch(.53 .012 265);
  --accent: oklch(.47 .09 170); --accent-soft: oklch(.5 .095 170 / 8%); --accent-line: oklch(.5 .095 170 / 35%);
  --literal: oklch(.5 .11 60); --type: oklch(.48 .13 250);
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 80px; background: var(--canvas); }
body { margin: 0; color: var(--prose); font: 400 15px/26px var(--sans); font-optical-sizing: auto; -webkit-font-smoothing: antialiased; }
h1, h2, h3, h4, p, ul { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: var(--accent); text-decoration: none; text-underline-offset: 3px; }
a:hover { text-decoration: underline; }
code, var { font: 400 13px/22px var(--mono); font-variant-ligatures: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
strong { color: var(--ink); font-weight: 550; }
em { font-style: normal; color: var(--ink); }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 12px; z-index: 3; background: var(--canvas); padding: 4px 8px; }
.theme-state { position: fixed; top: 18px; right: 64px; width: 20px; height: 20px; margin: 0; opacity: 0; z-index: 2; cursor: pointer; }

header { position: sticky; top: 0; z-index: 1; background: var(--canvas); border-bottom: 1px solid var(--line); }
.bar { display: flex; align-items: center; justify-content: space-between; height: 56px; padding: 0 64px 0 24px; }
.product { color: var(--ink); font: 600 13px/20px var(--sans); }
.badge { margin-left: 10px; padding: 1px 6px; border: 1px solid var(--line); border-radius: 4px; color: var(--muted); font: 400 12px/16px var(--mono); }
.tools { display: flex; align-items: center; gap: 20px; }
.tools a { color: var(--muted); font: 400 12px/16px var(--mono); }
.tools a:hover { color: var(--ink); text-decoration: none; }
.theme { width: 20px; height: 20px; border-radius: 50%; border: 1.75px solid var(--muted); background: linear-gradient(90deg, transparent 50%, var(--muted) 50%) content-box; padding: 3px; transform: scale(.8); }
.theme-state:hover ~ header .theme { border-color: var(--ink); }
.theme-state:focus-visible ~ header .theme { outline: 2px solid var(--accent); outline-offset: 2px; }

.frame { display: grid; grid-template-columns: 256px minmax(0, 1fr); }
nav { border-right: 1px solid var(--line); font: 450 13px/20px var(--sans); }
.side { position: sticky; top: 57px; max-height: calc(100vh - 57px); overflow: auto; padding: 24px 8px; }
.drawer { display: none; }
nav section + section { margin-top: 24px; }
nav h2 { padding: 0 16px 6px; color: var(--faint); font: 500 12px/16px var(--sans); }
nav li a { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-height: 32px; padding: 4px 16px; border-radius: 6px; color: var(--muted); }
nav li a:hover { background: var(--surface); color: var(--ink); text-decoration: none; }
nav code { color: var(--faint); font-size: 12px; line-height: 16px; }

main { width: 100%; max-width: 864px; padding: 40px 64px 96px; }
.eyebrow { color: var(--muted); font: 400 12px/16px var(--mono); margin-bottom: 20px; }
h1 { color: var(--ink); font: 600 36px/42px var(--sans); letter-spacing: -.02em; text-wrap: balance; }
.lede { margin-top: 12px; color: var(--muted); font-size: 17px; line-height: 28px; letter-spacing: -.006em; text-wrap: balance; }
main > section { margin-top: 48px; }
main > section > p { margin-top: 12px; max-width: 68ch; text-wrap: pretty; }
main h2 { color: var(--ink); font: 600 22px/30px var(--sans); letter-spacing: -.014em; }
main p code { padding: 1px 5px; border-radius: 4px; background: var(--raised); color: var(--ink); font-size: .87em; }
.entity { border-top: 1px solid var(--line); padding-top: 48px; }
article { padding: 28px 0 32px; }
article + article { border-top: 1px solid var(--line); }
h3 { color: var(--ink); font: 600 18px/26px var(--sans); letter-spacing: -.012em; max-width: 68ch; }
.route { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; margin-top: 8px; }
main .route code { padding: 0; background: none; color: var(--ink); font-size: 13px; overflow-wrap: anywhere; }
.route var { color: var(--literal); font-style: normal; }
.method { color: var(--type); font: 500 13px/22px var(--mono); }
.access { padding: 1px 6px; border: 1px solid var(--line-strong); border-radius: 4px; color: var(--muted); font: 400 12px/16px var(--mono); }
.access.public { color: var(--accent); border-color: var(--accent-line); background: var(--accent-soft); }
h4, summary { margin-top: 24px; color: var(--faint); font: 500 12px/16px var(--sans); }
.fields { margin-top: 8px; border-top: 1px solid var(--line); }
.fields li { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 8fr); gap: 24px; padding: 8px 0; border-bottom: 1px solid var(--line); }
.name code { color: var(--ink); overflow-wrap: anywhere; }
.optional, .notes { color: var(--faint); font: 400 12px/16px var(--sans); }
.optional { margin-left: 6px; }
.type code { color: var(--muted); overflow-wrap: anywhere; }
.notes { display: block; padding-top: 2px; }
summary { display: flex; align-items: center; gap: 8px; min-height: 32px; cursor: pointer; list-style: none; width: fit-content; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; width: 6px; height: 6px; border: solid var(--faint); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); margin-right: 2px; }
details[open] > summary::before { transform: rotate(45deg) translate(-1px, -1px); }
summary:hover, summary:hover::before { color: var(--ink); border-color: var(--ink); }
summary span { color: var(--faint); font: 400 12px/16px var(--mono); }
.answer summary { margin-top: 16px; }
.answer .fields { margin-top: 4px; }
.codes { margin-top: 16px; font: 400 12px/20px var(--mono); }
.codes span { margin-right: 8px; color: var(--faint); font: 500 12px/20px var(--sans); }
.codes a { margin-right: 12px; color: var(--muted); white-space: nowrap; }
.codes a:hover { color: var(--accent); text-decoration: none; }
#problems { border-top: 1px solid var(--line); padding-top: 48px; }
.problems { margin-top: 24px; border-top: 1px solid var(--line); }
.problems li { display: grid; align-items: baseline; grid-template-columns: 48px 232px minmax(0, 1fr); gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--line); }
.problems li:target { background: var(--accent-soft); box-shadow: -12px 0 var(--accent-soft), 12px 0 var(--accent-soft); }
.problems code { color: var(--ink); }
.status { color: var(--faint); font: 400 13px/26px var(--mono); font-variant-numeric: tabular-nums; }
article:target h3 { color: var(--accent); }

@media (max-width: 1023px) { main { padding-inline: 32px; } }
@media (max-width: 767px) {
  .bar { padding: 0 20px; }
  .theme-state { top: 6px; right: 8px; width: 44px; height: 44px; }
  .frame { display: block; }
  nav { border: 0; border-bottom: 1px solid var(--line); padding: 0 20px; }
  nav section { padding-bottom: 16px; }
  nav section + section { margin-top: 0; }
  nav h2, nav li a { padding-inline: 0; }
  nav li a { min-height: 44px; }
  .side { display: none; }
  .drawer { display: block; }
  .drawer > summary { margin: 0; min-height: 44px; width: auto; color: var(--muted); font: 450 13px/20px var(--sans); }
  main { padding: 24px 20px 64px; }
  h1 { font-size: 28px; line-height: 34px; letter-spacing: -.018em; }
  .answer summary { min-height: 44px; }
  .codes a { display: inline-block; line-height: 32px; }
  .fields li { display: block; }
  .type { display: block; padding-top: 2px; }
  .problems li { grid-template-columns: 40px minmax(0, 1fr); gap: 0 12px; }
  .problems li span:last-child { grid-column: 2; color: var(--muted); font-size: 13px; line-height: 20px; }
}
@media (prefers-reduced-motion: no-preference) { a, summary { transition: color 150ms ease-out, background-color 150ms ease-out; } }
`;

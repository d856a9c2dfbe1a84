// Writes src/styles/inter-latin.woff2 and jetbrains-mono-latin.woff2: the `ranges` and weights 400 to 600 of both fonts
// (JetBrains Mono without ligatures). Run: node libs/ui/fonts/subset.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** Unicode ranges to keep. They must match `unicode-range` in src/styles/fonts.css. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2027],
  [0x2030, 0x2030],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
];
const letters = ranges
  .flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
  .join('');

const fonts = [
  {
    file: 'inter/files/inter-latin-opsz-normal.woff2',
    to: 'inter-latin.woff2',
    options: { variationAxes: { wght: { min: 400, max: 600 } } },
  },
  {
    file: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    to: 'jetbrains-mono-latin.woff2',
    options: { variationAxes: { wght: { min: 400, max: 600 } }, noLayoutClosure: true },
  },
];

for (const { file, to, options } of fonts) {
  const fullFont = readFileSync(require.resolve(`@fontsource-variable/${file}`));
  const subset = await subsetFont(fullFont, letters, { targetFormat: 'woff2', ...options });
  writeFileSync(new URL(`../src/styles/${to}`, import.meta.url), subset);
  console.log(`${to}: ${fullFont.length} -> ${subset.length} bytes`);
}

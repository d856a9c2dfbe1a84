import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Checks the contrast of the colour tokens in tokens.css by WCAG 2.2: `ink` 7:1, other text 4.5:1 on every background, field
 * borders 3:1.
 */
interface Colour {
  rgb: [number, number, number];
  alpha: number;
}

const css = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

function block(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no block ${selector}`);
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return new Map(Array.from(body.matchAll(/--([\w-]+):\s*([^;]+);/g), (match) => [match[1]!, match[2]!.trim()]));
}

const dark = block(':root');
const themes = { dark, light: new Map([...dark, ...block(":root[data-theme='light']")]) };
type Theme = keyof typeof themes;

/** Converts OKLCH to sRGB (Björn Ottosson's matrices, CSS Color 4). `inside`: whether it is within the gamut. */
function oklch(lightness: number, chroma: number, hue: number) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const inside = linear.every((channel) => channel > -0.001 && channel < 1.001);
  const rgb = linear.map((channel) => {
    const clipped = Math.min(Math.max(channel, 0), 1);
    const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    // Rounded to 256 steps, as screens and audit tools do.
    return Math.round(encoded * 255) / 255;
  }) as [number, number, number];
  return { rgb, inside };
}

function parse(value: string): Colour & { inside: boolean } {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+)%)?\)$/.exec(value);
  if (!match) throw new Error(`not a literal oklch(): ${value}`);
  const [lightness, chroma, hue] = match.slice(1, 4).map(Number) as [number, number, number];
  return { ...oklch(lightness, chroma, hue), alpha: match[4] === undefined ? 1 : Number(match[4]) / 100 };
}

function token(theme: Theme, name: string): Colour & { inside: boolean } {
  const value = themes[theme].get(name);
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  return reference ? token(theme, reference[1]!) : parse(value);
}

const over = (top: Colour, ground: Colour): Colour => ({
  rgb: top.rgb.map((channel, i) => channel * top.alpha + ground.rgb[i]! * (1 - top.alpha)) as Colour['rgb'],
  alpha: 1,
});

function luminance({ rgb }: Colour): number {
  const [red, green, blue] = rgb.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(text: Colour, ground: Colour): number {
  const [high, low] = [luminance(text), luminance(ground)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['well', 'canvas', 'surface', 'hover', 'overlay', 'raised', 'select', 'field'];
const tones = ['accent', 'info', 'violet', 'success', 'warning', 'danger'];
const code = ['keyword', 'string', 'literal', 'type', 'plain', 'punctuation', 'comment'];

/** [text, backgrounds from the bottom up, minimum ratio] */
const rules: [string, string[], number][] = [
  ...grounds.flatMap((ground): [string, string[], number][] => [
    ['ink', [ground], 7],
    ['prose', [ground], 7],
    ['muted', [ground], 4.5],
    ['faint', [ground], 4.5],
  ]),
  ...tones.flatMap((tone): [string, string[], number][] => [
    ...grounds.map((ground): [string, string[], number] => [tone, [ground], 4.5]),
    ...['canvas', 'surface', 'overlay', 'hover', 'select'].map((ground): [string, string[], number] => [
      tone,
      [ground, `${tone}-soft`],
      4.5,
    ]),
  ]),
  ['muted', ['select', 'neutral-soft'], 4.5],
  ['danger', ['canvas', 'danger-strong'], 4.5],
  ...['fill', 'fill-hover', 'fill-pressed'].map((fill): [string, string[], number] => ['on-fill', [fill], 4.5]),
  ...['canvas', 'surface', 'overlay', 'field'].flatMap((ground): [string, string[], number][] => [
    ['line-field', [ground], 3],
    ['danger-line', [ground], 3],
    ['accent', [ground], 3],
  ]),
  ...grounds.flatMap((ground) => code.map((kind): [string, string[], number] => [`code-${kind}`, [ground], 4.5])),
  ...['canvas', 'surface'].map((ground): [string, string[], number] => ['accent', [ground, 'accent-soft'], 4.5]),
];

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  test.each(rules)('%s on %j has a contrast of at least %s to 1', (text, stack, minimum) => {
    const ground = stack
      .map((name) => token(theme, name))
      .reduce<Colour>((below, top) => over(top, below), {
        rgb: [0, 0, 0],
        alpha: 1,
      });
    expect(contrast(token(theme, text), ground)).toBeGreaterThanOrEqual(minimum);
  });

  test('has only colours within sRGB', () => {
    const outside = [...themes[theme]]
      .filter(([, value]) => value.startsWith('oklch(') && !value.includes(','))
      .filter(([name]) => !token(theme, name).inside)
      .map(([name]) => name);
    expect(outside).toEqual([]);
  });
});

test('the light theme defines the same tokens as the dark theme', () => {
  expect([...block(":root[data-theme='light']").keys()].sort()).toEqual([...dark.keys()].sort());
});

test('the OKLCH conversion matches known hexadecimal values of tokens', () => {
  const hex = ({ rgb }: Colour) =>
    `#${rgb
      .map((channel) =>
        Math.round(channel * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  expect(hex(token('dark', 'canvas'))).toBe('#0d0e11');
  expect(hex(token('dark', 'fill'))).toBe('#57d4ae');
  expect(hex(token('light', 'danger'))).toBe('#be222a');
});

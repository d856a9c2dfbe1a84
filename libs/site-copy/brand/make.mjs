// The last step of this package's build. Writes the link preview (og.png), icons and web manifest to dist/brand.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initials } from '@docfolio/site-copy/derived';
import { hero } from '@docfolio/site-copy/home';
import { owner, siteTitle } from '@docfolio/site-copy/site';
import satori from 'satori';
import sharp from 'sharp';
import subsetFont from 'subset-font';

const { resolve } = createRequire(import.meta.url);

/** The dark theme of libs/ui/src/styles/tokens.css, converted to sRGB. */
const colour = { canvas: '#0d0e11', line: '#3a3d43', ink: '#edeef1', muted: '#a8abb1', accent: '#62deb8' };

/** Alphabets of the fonts that are loaded. Letters outside them are rendered as boxes. */
const alphabets = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'];
const text = [owner.name, owner.tagline, hero.headline, hero.eyebrow, ...hero.focus, initials, ' /'].join('');

/** Returns the fonts `<name> <alphabet>`: one weight of a variable font, with only the letters of `text`. */
function fonts(name, file, weight, axes = {}) {
  return Promise.all(
    alphabets.map(async (alphabet) => {
      const font = await readFile(resolve(`@fontsource-variable/${file.replace('*', alphabet)}`));
      const data = await subsetFont(font, text, { targetFormat: 'sfnt', variationAxes: { wght: weight, ...axes } });
      return { name: `${name} ${alphabet}`, weight, style: 'normal', data };
    }),
  );
}

const family = (name) => alphabets.map((alphabet) => `${name} ${alphabet}`).join(', ');
const inter = family('Inter');
const mono = family('Mono');
const element = (style, children) => ({
  type: 'div',
  props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children },
});

const mark = (size) =>
  element(
    {
      width: size,
      height: size,
      alignItems: 'center',
      justifyContent: 'center',
      border: `${size / 30}px solid ${colour.line}`,
      borderRadius: size / 4,
      background: colour.canvas,
      color: colour.accent,
      fontFamily: mono,
      fontSize: size * 0.48,
      fontWeight: 600,
    },
    initials,
  );

const row = { alignItems: 'center', justifyContent: 'space-between' };
const preview = element(
  {
    flexDirection: 'column',
    justifyContent: 'space-between',
    width: 1200,
    height: 630,
    padding: '72px 80px',
    background: colour.canvas,
    color: colour.muted,
    fontFamily: inter,
  },
  [
    element({ alignItems: 'center', gap: 24 }, [
      mark(72),
      element({ flexDirection: 'column' }, [
        element({ fontSize: 30, fontWeight: 600, letterSpacing: -0.4, color: colour.ink }, owner.name),
        element({ fontSize: 26 }, owner.tagline),
      ]),
    ]),
    element(
      {
        maxWidth: 1000,
        color: colour.ink,
        fontSize: hero.headline.length > 50 ? 72 : 88,
        fontWeight: 600,
        letterSpacing: -2,
        lineHeight: 1.1,
        textWrap: 'balance',
      },
      hero.headline,
    ),
    element({ ...row, paddingTop: 30, borderTop: `1px solid ${colour.line}`, fontFamily: mono, fontSize: 24 }, [
      element({}, hero.eyebrow),
      element({}, hero.focus.join(' / ')),
    ]),
  ],
);

const loaded = (
  await Promise.all([
    fonts('Inter', 'inter/files/inter-*-opsz-normal.woff2', 400, { opsz: 24 }),
    fonts('Inter', 'inter/files/inter-*-opsz-normal.woff2', 600, { opsz: 32 }),
    fonts('Mono', 'jetbrains-mono/files/jetbrains-mono-*-wght-normal.woff2', 400),
    fonts('Mono', 'jetbrains-mono/files/jetbrains-mono-*-wght-normal.woff2', 600),
  ])
).flat();
const render = (tree, width, height) => satori(tree, { width, height, fonts: loaded });
const png = (svg) => sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();

const icon = await render(mark(32), 32, 32);
const icons = [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }));
const manifest = {
  name: siteTitle,
  short_name: owner.name,
  start_url: '/',
  display: 'browser',
  background_color: colour.canvas,
  theme_color: colour.canvas,
  icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }, ...icons],
};

/** Returns an .ico file, which programs ask every site for. Its one picture is a PNG of `size` pixels. */
function ico(picture, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

const folder = new URL('../dist/brand/', import.meta.url);
await mkdir(folder, { recursive: true });
const write = (name, content) => writeFile(new URL(name, folder), content);
await write('favicon.svg', icon);
const smallPng = sharp(Buffer.from(await render(mark(48), 48, 48))).png();
await write('favicon.ico', ico(await smallPng.toBuffer(), 48));
await write('og.png', await png(await render(preview, 1200, 630)));
for (const size of [192, 512]) await write(`icon-${size}.png`, await png(await render(mark(size), size, size)));
await write('site.webmanifest', JSON.stringify(manifest));

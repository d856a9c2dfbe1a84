// Makes og.png, the picture that link previews show, from og.html and the owner's words in libs/site-copy:
// `node apps/web/preview/make.mjs`, after a build. A newcomer runs it once.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hero } from '@docfolio/site-copy/home';
import { owner } from '@docfolio/site-copy/site';
import { chromium } from '@playwright/test';

const words = {
  initials: owner.initials,
  name: owner.name,
  tagline: owner.tagline,
  headline: hero.headline,
  eyebrow: hero.eyebrow,
  focus: hero.focus.join(' / '),
};
const browser = await chromium.launch({
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file)),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(new URL('og.html', import.meta.url).href);
  await page.evaluate((words) => {
    for (const element of document.querySelectorAll('[data-from]')) element.textContent = words[element.dataset.from];
    return document.fonts.ready;
  }, words);
  await page.screenshot({ path: fileURLToPath(new URL('og.png', import.meta.url)) });
} finally {
  await browser.close();
}

import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Returns the path of CHROMIUM_PATH, or of a Chromium or Chrome of the system; undefined: Playwright uses its own. */
export function chromiumPath(): string | undefined {
  return candidates.find((path) => path && existsSync(path));
}

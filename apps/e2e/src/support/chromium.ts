import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Returns the path of the system's Chromium; undefined if there is none, so that Playwright uses its own. */
export function chromiumPath(): string | undefined {
  return candidates.find((path) => path && existsSync(path));
}

import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The system's Chromium; undefined leaves the choice to Playwright's own download. */
export function chromiumPath(): string | undefined {
  return candidates.find((path) => path && existsSync(path));
}

import { defineConfig } from '@playwright/test';
import { timeoutFactor } from '../../timeout-factor.cjs';
import { chromiumFlags, chromiumPath } from './chromium.mjs';

/** DOCFOLIO_SPECS: `quick` in `npm test`, `slow` in `npm test -- --slow`; otherwise all. */
const circle = {
  quick: { testIgnore: '**/*.slow.spec.ts' },
  slow: { testMatch: '**/*.slow.spec.ts' },
}[process.env.DOCFOLIO_SPECS ?? ''];

/** Each worker starts a platform, which its tests share. */
export default defineConfig({
  testDir: './src',
  ...circle,
  outputDir: '../../test-results',
  // With replicas, a platform has more processes.
  workers: process.env.DOCFOLIO_REPLICAS ? 1 : 2,
  fullyParallel: false,
  // For busy machines; `npm test` measures how slow this one is.
  timeout: 180_000 * timeoutFactor,
  expect: { timeout: 40_000 * timeoutFactor },
  forbidOnly: true,
  // Tests tagged @replicas-only run only in `npm test -- --replicas 2`.
  grepInvert: [
    ...(process.env.DOCFOLIO_REPLICAS ? [] : [/@replicas-only/]),
    // React renders a page again that was translated before it is hydrated, and says so in the console.
    ...(process.env.DOCFOLIO_TRANSLATED ? [/@own-texts/] : []),
  ],
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Pictures and DOM snapshots would cost much CPU time; `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: { executablePath: chromiumPath, args: chromiumFlags },
  },
});

import { defineConfig } from '@playwright/test';
import { chromiumPath } from './src/support/chromium.js';

/** Two workers, each with a platform of its own, which the tests of the worker share: made for a machine with two cores. */
export default defineConfig({
  testDir: './src',
  outputDir: '../../test-results',
  // A platform with replicas has twice as many processes.
  workers: process.env.DOCFOLIO_REPLICAS ? 1 : 2,
  fullyParallel: false,
  // Generous: a busy machine takes many times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // Tests of several replicas run by `npm run test:replicas`.
  grepInvert: process.env.DOCFOLIO_REPLICAS ? undefined : /@replicas-only/,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

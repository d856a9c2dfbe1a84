import { defineConfig } from '@playwright/test';
import { chromiumPath } from './src/support/chromium.js';

/** Two workers, for a machine with two cores. Each starts a platform, which all tests of the worker share. */
export default defineConfig({
  testDir: './src',
  outputDir: '../../test-results',
  // A platform with replicas has twice as many processes.
  workers: process.env.DOCFOLIO_REPLICAS ? 1 : 2,
  fullyParallel: false,
  // Long, because a busy machine takes many times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // `npm run test:replicas` runs the tests tagged @replicas-only.
  grepInvert: process.env.DOCFOLIO_REPLICAS ? undefined : /@replicas-only/,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Without pictures and DOM snapshots, which cost a fifth of the CPU time; `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
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

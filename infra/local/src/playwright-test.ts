import { join } from 'node:path';

/** Returns the arguments and variables with which Node runs the browser tests of apps/e2e, followed by Playwright's `options`. */
export const playwrightTest = (root: string, options: string[]) => ({
  args: [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    join(root, 'apps/e2e/playwright.config.ts'),
    ...options,
  ],
  // Playwright would otherwise leave its compiled tests in the temporary folder.
  env: { PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright') },
});

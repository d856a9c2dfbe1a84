import config from './playwright.config.js';

/** For `npm run screenshots -w @docfolio/e2e`, which takes the screenshots of README.md. */
export default { ...config, testMatch: '**/*.screenshots.ts', reporter: [['list']] as const };

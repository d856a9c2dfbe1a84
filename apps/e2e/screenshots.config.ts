import config from './playwright.config.js';

/** Takes the screenshots of README.md: `npm run screenshots -w @docfolio/e2e`. */
export default { ...config, testMatch: '**/*.screenshots.ts', reporter: [['list']] as const };

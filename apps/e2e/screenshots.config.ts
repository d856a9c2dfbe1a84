import config from './playwright.config.js';

/** Takes the README's pictures anew: `npm run screenshots -w @docfolio/e2e`. */
export default { ...config, testMatch: '**/*.screenshots.ts', reporter: [['list']] as const };

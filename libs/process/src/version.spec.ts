import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformVersion } from './version.js';

it('the version of the platform is that of the root package.json', () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8'));
  expect(platformVersion).toBe(version);
});

import { join } from 'node:path';
import { playwrightTest } from '@docfolio/local/playwright-test';
import { run } from '../engine/docker.js';
import type { Credentials } from './admin-api.js';

/** Runs the browser test story.spec.ts against `origin`. @param dataDir has emails in `mail/` @throws CommandError */
export async function runStory(root: string, origin: string, admin: Credentials, dataDir: string): Promise<void> {
  const { args, env } = playwrightTest(root, ['story.spec.ts', '--output', join(dataDir, 'story-results')]);
  await run(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      DOCFOLIO_ORIGIN: origin,
      DOCFOLIO_ADMIN_EMAIL: admin.email,
      DOCFOLIO_ADMIN_PASSWORD: admin.password,
      DOCFOLIO_DATA_DIR: dataDir,
    },
  });
}

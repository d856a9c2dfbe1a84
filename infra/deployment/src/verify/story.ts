import { join } from 'node:path';
import { run } from '../engine/docker.js';
import type { Credentials } from './admin-api.js';

/** Runs the browser test story.spec.ts against `origin`. @param dataDir has emails in `mail/` @throws CommandError */
export async function runStory(root: string, origin: string, admin: Credentials, dataDir: string): Promise<void> {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  await run(process.execPath, [cli, 'test', 'story.spec.ts', '--output', join(dataDir, 'story-results')], {
    cwd: join(root, 'apps/e2e'),
    env: {
      ...process.env,
      DOCFOLIO_ORIGIN: origin,
      DOCFOLIO_ADMIN_EMAIL: admin.email,
      DOCFOLIO_ADMIN_PASSWORD: admin.password,
      DOCFOLIO_DATA_DIR: dataDir,
    },
    timeout: 180_000,
  });
}

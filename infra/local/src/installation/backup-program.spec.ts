import { runToEnd } from '../run-program.js';
import { findRoot } from '../workspace.js';

/** Runs the program of the image `tasks`, without stores: it refuses settings before it uses them. */
function run(args: string[], env: Record<string, string> = {}) {
  const nowhere = 'http://127.0.0.1:1';
  return runToEnd(process.execPath, ['infra/tasks/dist/main.js', ...args], {
    cwd: findRoot(),
    env: {
      ...{ PATH: process.env.PATH, MONGODB_URI: 'mongodb://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' },
      ...{ MINIO_ENDPOINT: nowhere, MINIO_ACCESS_KEY: 'key', MINIO_SECRET_KEY: 'secret' },
      ...{ BACKUP_S3_ENDPOINT: nowhere, BACKUP_S3_ACCESS_KEY: 'key', BACKUP_S3_SECRET_KEY: 'secret' },
      ...{ BACKUP_TO: 's3://docfolio-leads/backups', BACKUP_PASSPHRASE: 'correct horse' },
      ...{ JWT_SECRET: 'j'.repeat(40), BYTES_SECRET: 'b'.repeat(40), LINK_SECRET: 'l'.repeat(40) },
      ...env,
    },
  });
}

it('a wrong setting of the schedule ends the program at its start', async () => {
  const wrong = await run(['backup', 'schedule', '--encrypt'], { BACKUP_SCHEDULE: 'every night' });
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('BACKUP_SCHEDULE=every night')]);
  const open = await run(['backup', 'schedule'], { BACKUP_SCHEDULE: '15 3 * * *', BACKUP_TO: 'ftp://x' });
  expect([open.code, open.output]).toEqual([2, expect.stringContaining('expected a folder or s3://')]);
});

/**
 * Starts the databases of a stopped installation for each backup.
 * @subject infra/local/src/running-backups.ts infra/local/src/backup-schedule.ts infra/backup/src/requests.ts
 * @subject infra/backup/src/schedule.ts
 * @everyday infra/local/src/running-platform.spec.ts
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis, type TestRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { backupPlan } from './backup-plan.js';
import { backupSchedule } from './backup-schedule.js';
import { readConfig } from './config.js';
import { SourceInstallation } from './move-data/testing/installations.js';
import { startBackups } from './running-backups.js';
import { findRoot } from './workspace.js';

const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

let source: SourceInstallation;
let backups: string;
let requests: TestRedis;
beforeAll(async () => {
  requests = await startRedis();
});
afterAll(() => requests.stop());
beforeEach(async () => {
  source = new SourceInstallation();
  await source.fill(async () => undefined);
  backups = mkdtempSync(join(tmpdir(), 'docfolio-backups-'));
});
afterEach(() => {
  source.remove();
  rmSync(backups, { recursive: true, force: true });
});

const configOf = (env: Record<string, string>) =>
  readConfig(findRoot(), { PATH: process.env.PATH, DATA_DIR: source.dataDir, BACKUP_TO: backups, ...env });

it('backups are made when the schedule is due, until the platform stops', async () => {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  // The time of the next one is in the past: it is due immediately.
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'performance'], now: new Date() });
  try {
    const config = configOf({ BACKUP_RECIPIENT: recipient });
    const end = startBackups(config, {
      ...{ plan: backupPlan(config), redisUrl: requests.url, schedule: backupSchedule('0 0 1 1 *'), print },
    });
    await end();
    expect(printed).toEqual([]);
    const now = Date.now();
    jest.setSystemTime(Math.floor(now / 60_000) * 60_000 + 59_900);
    const endMinutely = startBackups(config, {
      ...{ plan: backupPlan(config), redisUrl: requests.url, schedule: backupSchedule('* * * * *'), print },
    });
    jest.setSystemTime(Math.floor(now / 60_000) * 60_000 + 60_100);
    await waitFor('a backup', async () => printed.length > 0);
    await endMinutely();
  } finally {
    jest.useRealTimers();
  }
  expect(printed[0]).toContain('Backup made.');
  expect(readdirSync(backups)).toHaveLength(1);
});

it('backups are made and verified when the CRM requests them, without a schedule', async () => {
  const redis = new Redis(requests.url);
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const config = configOf({ BACKUP_RECIPIENT: recipient });
  const end = startBackups(config, {
    plan: backupPlan(config),
    redisUrl: requests.url,
    print,
  });
  await waitFor('the announcement', async () => (await redis.exists('docfolio:backup:server')) === 1);
  await redis.lpush('docfolio:backup:requests', 'create');
  await waitFor('a backup', async () => printed.length === 1, 60_000);
  expect(printed[0]).toContain('Backup made.');
  expect(readdirSync(backups)).toHaveLength(1);
  await redis.lpush('docfolio:backup:requests', 'verify');
  await waitFor('its verification', async () => (await redis.exists('docfolio:backup:verified')) === 1, 60_000);
  expect(printed[1]).toContain('all sizes and checksums as written');
  await end();
  redis.disconnect();
});

import { backupPlan } from './backup-plan.js';
import { checkSchedule, dailySchedule } from './backup-schedule.js';
import { readConfig } from './config.js';
import { publicWarnings, readyNotes } from './ready-notes.js';
import { findRoot } from './workspace.js';

const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const hour = 60 * 60_000;

const configOf = (env: Record<string, string>) => readConfig(findRoot(), env);
const planOf = (env: Record<string, string>) => backupPlan(configOf(env));
const check = (env: Record<string, string>) => checkSchedule(configOf(env), planOf(env));

it.each<[string, Record<string, string>, object]>([
  [
    'no settings: daily, beside the data',
    {},
    { schedule: 'daily', place: '.data-backups', keep: '7d', args: ['--plain'] },
  ],
  ['a data folder elsewhere', { DATA_DIR: '/srv/data' }, { place: '/srv/data-backups', keep: '7d' }],
  ['no schedule', { BACKUP_SCHEDULE: 'off' }, { schedule: undefined, place: '.data-backups' }],
  [
    'no schedule, and a place for the backups of others',
    { BACKUP_SCHEDULE: 'off', BACKUP_TO: '/mnt/b' },
    { schedule: undefined, place: '.data-backups', args: ['--plain'] },
  ],
  [
    'a schedule and a key, but no place: where npm run docfolio -- backup looks, and nothing is removed',
    { BACKUP_SCHEDULE: '1 2 * * *', BACKUP_RECIPIENT: recipient },
    { place: 'backups', keep: undefined, args: [] },
  ],
  [
    'a place, but no key: beside the data, as the place may be readable by others',
    { BACKUP_TO: 's3://b/p' },
    { schedule: 'daily', place: '.data-backups', args: ['--plain'] },
  ],
  [
    'a place and a key: nothing that is there already is removed',
    { BACKUP_TO: '/mnt/b', BACKUP_RECIPIENT: recipient },
    { schedule: 'daily', place: '/mnt/b', keep: undefined, args: [] },
  ],
  ['a passphrase', { BACKUP_PASSPHRASE: 'x' }, { place: '.data-backups', args: ['--encrypt'] }],
  [
    'settings for everything',
    { BACKUP_SCHEDULE: '1 2 * * *', BACKUP_TO: '/mnt/b', BACKUP_RECIPIENT: recipient, BACKUP_KEEP: '2d' },
    { schedule: '1 2 * * *', place: '/mnt/b', keep: '2d', args: [] },
  ],
])('backups with %s', (_, env, expected) => {
  expect(planOf(env)).toMatchObject(expected);
  expect(() =>
    check({ BACKUP_S3_ENDPOINT: 'http://s3', BACKUP_S3_ACCESS_KEY: 'a', BACKUP_S3_SECRET_KEY: 's', ...env }),
  ).not.toThrow();
});

it('settings with which no backup can be made are refused before the platform starts', () => {
  const env = { BACKUP_SCHEDULE: '15 3 * * *', BACKUP_TO: 'backups' };
  expect(() => check(env)).toThrow('choose --encrypt, --recipient or --plain');
  expect(() => check({ ...env, BACKUP_RECIPIENT: recipient, BACKUP_SCHEDULE: 'nightly' })).toThrow('a cron pattern');
  expect(() => check({ ...env, BACKUP_RECIPIENT: recipient, BACKUP_KEEP: 'all' })).toThrow('--keep all');
});

it('a daily backup is due a day after the last one, and not while the machine is busy with the start', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-24T00:00:00Z') });
  try {
    expect(dailySchedule(new Date('2026-11-23T20:00:00Z')).nextDue()).toEqual(new Date('2026-11-24T20:00:00Z'));
    const stop = new AbortController();
    const made: string[] = [];
    const schedule = dailySchedule(undefined);
    const running = schedule.run(async () => {
      made.push(new Date().toISOString());
      return true;
    }, stop.signal);
    await jest.advanceTimersByTimeAsync(49 * hour);
    expect(made).toEqual(['24T00:10', '25T00:10', '26T00:10'].map((at) => `2026-11-${at}:00.000Z`));
    expect(schedule.nextDue()).toEqual(new Date('2026-11-27T00:10:00Z'));
    stop.abort();
    await running;
  } finally {
    jest.useRealTimers();
  }
});

it('the start says where emails and backups go, and what to change first', () => {
  const notes = (env: Record<string, string>) => Object.fromEntries(readyNotes(configOf(env), planOf(env)));
  expect(notes({})).toEqual({
    Emails: 'not sent, only written to .data/mail: set SMTP_URL',
    Backups: 'every day, to .data-backups, the last seven are kept; BACKUP_SCHEDULE=off switches them off',
    'Change first': 'the invented owner, texts and prices: libs/site-copy/src/site.ts, and the files beside it',
  });
  expect(notes({ SMTP_URL: 'smtp://mail', OWNER_EMAIL: 'a@b.example', BACKUP_SCHEDULE: 'off' })).toMatchObject({
    Emails: 'sent; those to the owner to a@b.example',
    Backups: 'only on request, to .data-backups (BACKUP_SCHEDULE=off)',
  });
});

it('a public address with invented content is warned about, a local one is not', () => {
  const warnings = (env: Record<string, string>) => publicWarnings(configOf(env)).join('');
  for (const url of ['', 'http://localhost:4200', 'http://127.0.0.1:80', 'http://[::1]:80'])
    expect(warnings({ SITE_URL: url, SEED: 'demo' })).toBe('');
  expect(warnings({ SITE_URL: 'https://alex.example' })).toContain('https://alex.example shows an invented owner');
  expect(warnings({ SITE_URL: 'https://alex.example' })).not.toContain('SEED=demo');
  expect(warnings({ SITE_URL: 'https://alex.example', SEED: 'demo' })).toContain('SEED=demo has inserted');
});

import { checkSchedule } from './backup-schedule.js';
import { readConfig } from './config.js';
import { findRoot } from './workspace.js';

const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

const configOf = (env: Record<string, string>) => readConfig(findRoot(), { BACKUP_TO: 'backups', ...env });

it('settings with which no backup can be made are refused before the platform starts', () => {
  expect(() => checkSchedule(configOf({}), '15 3 * * *')).toThrow('choose --encrypt, --recipient or --plain');
  const env = { BACKUP_RECIPIENT: recipient };
  expect(() => checkSchedule(configOf(env), 'nightly')).toThrow('expected a cron pattern');
  expect(() => checkSchedule(configOf({ ...env, BACKUP_KEEP: 'all' }), '15 3 * * *')).toThrow('--keep all');
  expect(() => checkSchedule(configOf(env), '15 3 * * *')).not.toThrow();
});

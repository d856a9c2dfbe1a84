import { existsSync } from 'node:fs';
import { BackupError } from '@docfolio/backup/backup-error';
import { withConnections } from '@docfolio/backup/connections';
import { type BackupCommand, readOptions, UsageError, usage } from '@docfolio/backup/options';
import { runBackupCommand, type Sources } from '@docfolio/backup/run-command';
import { installationId } from '@docfolio/backup/secret-files';
import { withDatabases } from '../backing/with-databases.js';
import { ConfigError, type LocalConfig, ownEnvironment, readConfig } from '../config.js';
import { installedObjects } from '../move-data/stores.js';
import type { Connection } from '../process-env.js';
import { signingKeySecret } from '../restore/restored-secrets.js';
import { loadSecrets } from '../secrets.js';
import { findRoot, versionOf } from '../workspace.js';
import { printedSteps } from './printed-steps.js';

/** Runs `npm run backup`: makes, lists or verifies backups of this installation, running or stopped. */
export async function backup(args: string[]): Promise<number> {
  const root = findRoot();
  const config = readConfig(root);
  const command = read(args, root);
  if (typeof command === 'number') return command;
  try {
    if (command.name === 'create' && !existsSync(config.dataDir))
      throw new ConfigError(`There is no data to back up: ${config.dataDir} does not exist.`);
    const withSources = (work: (sources: Sources) => Promise<void>) =>
      withDatabases(config, 'npm run backup', (connection) => withOpenSources(config, connection, work));
    await runBackupCommand(command, withSources, { step: printedSteps(), print: console.log });
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(`\n${error.message}\n`);
    return 1;
  }
}

function read(args: string[], root: string): BackupCommand | number {
  try {
    const command = readOptions(args, ownEnvironment(), root);
    if (command !== 'help') return command;
    console.log(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof BackupError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

function withOpenSources(
  config: LocalConfig,
  urls: Connection,
  work: (sources: Sources) => Promise<void>,
): Promise<void> {
  return withConnections(urls, (databases) => {
    const secrets = loadSecrets(config);
    return work({
      ...databases,
      objects: installedObjects(config),
      secrets: { ...secrets, ...signingKeySecret(config) },
      platform: versionOf(config.root),
      installation: installationId(secrets),
    });
  });
}

import { existsSync, statSync } from 'node:fs';
import { withConnections } from '@docfolio/backup/connections';
import type { Sources } from '@docfolio/backup/run-command';
import { installationId } from '@docfolio/backup/secret-files';
import { withDatabases } from '../backing/with-databases.js';
import { backupFolder } from '../backup-plan.js';
import { ConfigError, type LocalConfig } from '../config.js';
import { installedObjects } from '../move-data/stores.js';
import { signingKeySecret } from '../restore/restored-secrets.js';
import { loadSecrets } from '../secrets.js';
import { versionOf } from '../workspace.js';

/** Runs `work` with everything that a backup stores. @param command name for others that find the data locked */
export async function withSources(
  config: LocalConfig,
  command: string,
  work: (sources: Sources) => Promise<void>,
): Promise<void> {
  if (!existsSync(config.dataDir))
    throw new ConfigError(`There is no data to back up: ${config.dataDir} does not exist.`);
  await withDatabases(config, command, (urls) =>
    withConnections(urls, (databases) => {
      const secrets = loadSecrets(config);
      return work({
        ...databases,
        objects: installedObjects(config),
        secrets: { ...secrets, ...signingKeySecret(config) },
        platform: versionOf(config.root),
        installation: installationId(secrets),
      });
    }),
  );
}

/** Returns whether a folder of backups is on the disk of databases and files. */
export function isBesideData(config: LocalConfig, place: string): boolean {
  const folder = backupFolder(config, place);
  if (folder === undefined || config.mongodbUri || config.minioEndpoint) return false;
  return statSync(folder).dev === statSync(config.dataDir).dev;
}

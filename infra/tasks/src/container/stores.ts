import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '@docfolio/backup/backup-error';
import { type Config, configSchema } from '@docfolio/backup/config.schema';
import { withConnections } from '@docfolio/backup/connections';
import type { RestoreCommand } from '@docfolio/backup/options';
import { refuseOtherClients } from '@docfolio/backup/restore/other-clients';
import { discardReplaced, type RestoreTarget } from '@docfolio/backup/restore/restore-backup';
import { runRestore, type Sources } from '@docfolio/backup/run-command';
import { installationId, type Secrets, secretFiles, writeSecrets } from '@docfolio/backup/secret-files';
import { loadConfig } from '@docfolio/process/config';
import { openObjectStore } from '@docfolio/service-kit/object-store/object-store.config';
import { step } from './step.js';

// Backups of an installation whose stores and secrets are given by variables.

export const readStores = (env: NodeJS.ProcessEnv): Config => loadConfig(configSchema, env);

export function withSourcesOf(config: Config, work: (sources: Sources) => Promise<void>): Promise<void> {
  return withConnections(urlsOf(config), (databases) => work({ ...databases, ...installedOf(config) }));
}

/** @param print receives what the operator has to do */
export function restoreTo(config: Config, command: RestoreCommand, print: (line: string) => void): Promise<void> {
  return withTarget(config, async (target, redis) => {
    await refuseOtherClients(redis);
    const own = secretsOf(config);
    await runRestore(
      { ...command, platform: platformVersion() },
      (work, restored: Partial<Secrets>) =>
        withSecrets({ own, restored, folder: command.secretsTo, print }, () => work(target)),
      step,
    );
  });
}

export const discardIn = (config: Config): Promise<void> =>
  withTarget(config, (target) => step('discard', async () => `removed ${await discardReplaced(target)}`));

function withTarget(
  config: Config,
  work: (target: RestoreTarget, redis: Sources['redis']) => Promise<void>,
): Promise<void> {
  return withConnections(urlsOf(config), ({ mongo, redis }) => {
    const stores = { mongo: { client: mongo, isNew: false }, redis: { client: redis, isNew: false } };
    return work({ ...stores, objects: objectsOf(config) }, redis);
  });
}

const urlsOf = ({ MONGODB_URI, REDIS_URL }: Config) => ({ mongodbUri: MONGODB_URI, redisUrl: REDIS_URL });

function objectsOf(config: Config) {
  const open = (place: string) => {
    const [bucket = '', ...prefix] = place.split('/');
    return openObjectStore({ ...config, OBJECT_PREFIX: prefix.map((segment) => `${segment}/`).join('') }, bucket);
  };
  return { leads: open(config.LEADS_BUCKET), media: open(config.MEDIA_BUCKET) };
}

function secretsOf({ JWT_SECRET, BYTES_SECRET, LINK_SECRET }: Config): Partial<Secrets> {
  return {
    ...(JWT_SECRET && { jwtSecret: JWT_SECRET }),
    ...(BYTES_SECRET && { bytesSecret: BYTES_SECRET }),
    ...(LINK_SECRET && { linkSecret: LINK_SECRET }),
  };
}

function installedOf(config: Config) {
  const secrets = secretsOf(config);
  const { linkSecret } = secrets;
  if (!linkSecret) throw new BackupError('LINK_SECRET is missing: without it, links in sent emails would break.');
  const about = { platform: platformVersion(), installation: installationId({ linkSecret }) };
  return { objects: objectsOf(config), secrets: secrets as Record<string, string>, ...about };
}

interface RestoredSecrets {
  own: Partial<Secrets>;
  restored: Partial<Secrets>;
  folder: string | undefined;
  print(line: string): void;
}

/**
 * Restores by `work`, and writes the secrets of the backup to `folder`: this program cannot give them to the processes.
 * @throws BackupError if they differ from those of the processes, and no folder is given
 */
async function withSecrets(
  { own, restored, folder, print }: RestoredSecrets,
  work: () => Promise<void>,
): Promise<void> {
  const names = Object.keys(secretFiles) as (keyof Secrets)[];
  const isSame = names.every((name) => !restored[name] || restored[name] === own[name]);
  if (!isSame && !folder)
    throw new BackupError(
      'The secrets of the processes differ from those in the backup: sessions would end, and links in sent emails break. Add --secrets-to DIR, which writes them there. Nothing was changed.',
    );
  if (!isSame) writeSecrets(folder!, restored as Secrets);
  await work();
  const variables = names.map((name) => `${secretFiles[name].variable} (${secretFiles[name].file})`).join(', ');
  print(
    isSame
      ? 'The secrets are those of the backup. Start the processes.'
      : `Give the processes the secrets in ${folder} as ${variables}, start them, and delete the folder.`,
  );
}

function platformVersion(): string {
  const path = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

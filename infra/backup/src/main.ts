import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@docfolio/process/config';
import { openObjectStore } from '@docfolio/service-kit/object-store/object-store.config';
import { BackupError } from './backup-error.js';
import { type Config, configSchema } from './config.schema.js';
import { withConnections } from './connections.js';
import { readOptions, readRestoreOptions, restoreUsage, UsageError, usage } from './options.js';
import { blockingRedis, serveRequests } from './requests.js';
import { refuseOtherClients } from './restore/other-clients.js';
import { discardReplaced, type RestoreTarget } from './restore/restore-backup.js';
import { runBackupCommand, runRestore, type Sources, type Step } from './run-command.js';
import { nextDue, runSchedule } from './schedule.js';
import { installationId, type Secrets, secretFiles, writeSecrets } from './secret-files.js';

/**
 * Makes, lists, verifies and restores backups of an installation whose stores are given by the environment: in containers,
 * as a task. `schedule` makes them until SIGTERM, and when the CRM requests one.
 */
async function main([name = '', ...args]: string[]): Promise<number> {
  try {
    if (name === 'restore') return await restore(args);
    if (args[0] === 'schedule') return await schedule(args.slice(1));
    return await backUp(args);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${name === 'restore' ? restoreUsage : usage}`);
      return 2;
    }
    if (!(error instanceof BackupError) && !(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function backUp(args: string[]): Promise<number> {
  const command = readOptions(args, process.env, process.cwd());
  if (command === 'help') {
    console.log(usage);
    return 0;
  }
  const withSources = (work: (sources: Sources) => Promise<void>) => {
    const config = loadConfig(configSchema, process.env);
    return withConnections(urlsOf(config), (databases) => work({ ...databases, ...installedOf(config) }));
  };
  await runBackupCommand(command, withSources, { step, print: console.log });
  return 0;
}

async function schedule(args: string[]): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  // Mistakes in settings end the program at its start, and not at night.
  loadConfig(configSchema, process.env);
  readOptions(args, process.env, process.cwd());
  const pattern = process.env.BACKUP_SCHEDULE ?? '';
  nextDue(pattern, new Date());
  // For the health check of the container.
  writeFileSync(join(tmpdir(), 'docfolio-backup-schedule'), '');
  const attempt = async () => {
    try {
      return (await backUp(args)) === 0;
    } catch (error) {
      console.error((error as Error).message);
      return false;
    }
  };
  const { REDIS_URL } = loadConfig(configSchema, process.env);
  const hasKey = Boolean(process.env.BACKUP_PASSPHRASE || process.env.BACKUP_PASSPHRASE_FILE);
  const succeed = async (given: string[]) => void (await backUp(given));
  await Promise.all([
    runSchedule(pattern, attempt, { signal: stop.signal }),
    serveRequests({
      redis: blockingRedis(REDIS_URL),
      nextDue: () => nextDue(pattern, new Date()),
      signal: stop.signal,
      print: console.error,
      create: () => succeed(args),
      verify: () => succeed(['verify', ...(hasKey ? [] : ['--checksums'])]),
    }),
  ]);
  return 0;
}

async function restore(args: string[]): Promise<number> {
  const command = readRestoreOptions(args, process.env, process.cwd());
  if (command === 'help') {
    console.log(restoreUsage);
    return 0;
  }
  const config = loadConfig(configSchema, process.env);
  await withConnections(urlsOf(config), async ({ mongo, redis }) => {
    const target: RestoreTarget = {
      mongo: { client: mongo, isNew: false },
      redis: { client: redis, isNew: false },
      objects: objectsOf(config),
    };
    if (command.name === 'discard') return step('discard', async () => `removed ${await discardReplaced(target)}`);
    await refuseOtherClients(redis);
    const own = secretsOf(config);
    await runRestore(
      { ...command, platform: platformVersion() },
      (work, secrets) =>
        withSecrets({ own, restored: secrets as Partial<Secrets>, folder: command.secretsTo }, () => work(target)),
      step,
    );
  });
  return 0;
}

const urlsOf = ({ MONGODB_URI, REDIS_URL }: Config) => ({ mongodbUri: MONGODB_URI, redisUrl: REDIS_URL });

function objectsOf(config: Config) {
  const open = (place: string) => {
    const [bucket = '', ...prefix] = place.split('/');
    const ObjectPrefix = prefix.map((segment) => `${segment}/`).join('');
    return openObjectStore({ ...config, OBJECT_PREFIX: ObjectPrefix }, bucket);
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

/**
 * Restores by `work`, and writes the secrets of the backup to `folder`: this program cannot give them to the processes.
 * @throws BackupError if they differ from those of the processes, and no folder is given
 */
async function withSecrets(
  { own, restored, folder }: { own: Partial<Secrets>; restored: Partial<Secrets>; folder: string | undefined },
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
  console.log(
    isSame
      ? 'The secrets are those of the backup. Start the processes.'
      : `Give the processes the secrets in ${folder} as ${variables}, start them, and delete the folder.`,
  );
}

function platformVersion(): string {
  const path = join(import.meta.dirname, '../package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** Prints a line when a step ends, as logs of containers show them. */
const step: Step = async (name, work) => {
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  let saidAt = performance.now();
  const say = (doing: string) => {
    if (performance.now() - saidAt < 10_000) return;
    saidAt = performance.now();
    console.log(`${name}: ${doing} ...`);
  };
  try {
    console.log(`${name}: ${await work(say)}, ${seconds()}`);
  } catch (error) {
    console.log(`${name}: failed after ${seconds()}`);
    throw error;
  }
};

process.exitCode = await main(process.argv.slice(2));

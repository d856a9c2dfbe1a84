import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { deriveCredentials } from './auth/scram.js';
import { CursorRegistry } from './commands/cursors.js';
import { createLog, readConfig } from './config.js';
import { Catalog } from './storage/catalog.js';
import { checkDataFile, DamagedFileError } from './storage/file-check.js';
import { isHeldByOther, lockFolder, unlockFolder } from './storage/folder-lock.js';
import { expireDocuments, purgeDropped } from './storage/maintenance.js';
import { damageAdvice, Store } from './storage/store.js';
import { WireServer } from './wire/server.js';

/** Exit code for a damaged data file (EX_DATAERR of sysexits.h): a restart does not help. */
const exitDamaged = 65;

async function start(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const deriving = config.auth && deriveCredentials(config.auth.user, config.auth.password);
  mkdirSync(config.dataDir, { recursive: true });
  for (const name of checkDataFile(config.dataDir, isHeldByOther))
    log('error', 'data corruption detected', { where: name, advice: damageAdvice });
  const store = new Store(config.dataDir);
  lockFolder(store, config.dataDir);
  const catalog = new Catalog(store);
  const cursors = new CursorRegistry();
  const connections = { current: 0, totalCreated: 0 };
  const commands = new Map<string, number>();
  const server = new WireServer({ catalog, cursors, connections, commands, credentials: await deriving }, log);
  const port = await server.listen(config.port);
  process.stdout.write(`${JSON.stringify({ event: 'listening', port })}\n`);
  log('info', 'listening', { port });

  const stopped = new AbortController();
  const maintain = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        cursors.closeIdle();
        await purgeDropped(catalog);
        await expireDocuments(catalog);
      } catch (error) {
        log('error', 'maintenance failed', { error: String(error) });
      }
      await wait(config.ttlIntervalMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const maintenance = maintain();

  const stop = async (): Promise<void> => {
    stopped.abort();
    await server.stop();
    await maintenance;
    unlockFolder(store);
    await store.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

start().catch((error: unknown) => {
  process.stderr.write(`embedded-mongo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof DamagedFileError ? exitDamaged : 1);
});

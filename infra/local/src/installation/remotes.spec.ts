import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../config.js';
import { lockData } from '../supervisor/data-lock.js';
import { writeRuntime } from '../supervisor/runtime-file.js';
import { findRoot } from '../workspace.js';
import { localEnvironment } from './remotes.js';

const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-remotes-'));
const config = readConfig(findRoot(), { PATH: process.env.PATH, DATA_DIR: dataDir });
const url = 'http://127.0.0.1:1';

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('npm run docfolio -- remotes says how to name a platform if none runs on the data folder', async () => {
  const failing = localEnvironment(config, {});
  await expect(failing).rejects.toThrow(ConfigError);
  await expect(failing).rejects.toThrow(/No platform runs on .*npm start.*--url/);
});

it('npm run docfolio -- remotes replaces no token and key that are given', async () => {
  const lock = lockData(dataDir, url);
  try {
    const nowhere = { MONGODB_URI: 'mongodb://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' };
    writeRuntime(dataDir, { pid: process.pid, url, connection: nowhere }, []);
    const given = { DOCFOLIO_TOKEN_FILE: '/run/token', REMOTES_PRIVATE_KEY: 'theirs' };
    expect(await localEnvironment(config, given)).toEqual({ ...given, DOCFOLIO_URL: url });
  } finally {
    lock.release();
  }
});

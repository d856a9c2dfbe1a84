import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { prepareDataDir } from '../data-dir.js';
import { findRoot } from '../workspace.js';
import { mongoServer } from './mongo.js';
import { readyMs } from './start.js';

const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-mongo-'));
// No mongod on PATH: the embedded server.
const config = readConfig(findRoot(), { PATH: '/nonexistent', DATA_DIR: dataDir });

beforeAll(() => prepareDataDir(dataDir));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it('gives the embedded server time to check a large file, and says what it does', async () => {
  expect((await mongoServer(config)).firstWork).toBeUndefined();
  const file = join(dataDir, 'embedded-mongo/data.mdb');
  mkdirSync(join(dataDir, 'embedded-mongo'), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, 7_700_000_000);
  const { firstWork } = await mongoServer(config);
  expect(firstWork?.doing).toBe('checking 7.7 GB of data');
  // A disk that reads 20 MB a second needs more than the usual limit.
  expect(readyMs + (firstWork?.limitMs ?? 0)).toBeGreaterThan((7_700 / 20) * 1_000);
});

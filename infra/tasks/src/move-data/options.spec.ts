import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorProgram } from '../operator-program.js';
import { testInstallation } from '../testing/test-installation.js';
import type { MoveOptions } from './options.js';

let folder: string;

/** Returns how move-data understands its arguments. */
async function readOptions(args: string[], env: NodeJS.ProcessEnv): Promise<MoveOptions> {
  let options: MoveOptions | undefined;
  const moveData = async (given: MoveOptions) => {
    options = given;
  };
  const output = { writeErr: () => undefined };
  const program = operatorProgram({ ...testInstallation({ env }), moveData });
  for (const each of [program, ...program.commands]) each.configureOutput(output);
  await program.parseAsync(['move-data', ...args], { from: 'user' });
  return options!;
}

const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-options-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('reads addresses from the command line and secrets from files and the environment', async () => {
  const key = file('key', 'minio-user\n');
  const options = await readOptions(
    ['--to', 'mongodb://a:1,b:2/?replicaSet=rs0', '--to-s3', 'https://s3.example', '--access-key-file', key],
    { TO_MINIO_SECRET_KEY: 'hidden', TO_REDIS_URL_FILE: file('redis', 'rediss://app:pw@r:6379\n') },
  );
  expect(options).toMatchObject({
    mongodbUri: 'mongodb://a:1,b:2/?replicaSet=rs0',
    redisUrl: 'rediss://app:pw@r:6379',
    objects: { accessKey: 'minio-user', secretKey: 'hidden', region: 'us-east-1', pathStyle: true },
    overwrite: false,
    warnings: [],
  });
});

it('warns of a password on the command line', async () => {
  expect(await readOptions(['--to', 'mongodb://u:pw@h'], {})).toMatchObject({
    warnings: [expect.stringContaining('--to-file')],
  });
});

const keys = { TO_MINIO_ACCESS_KEY: 'a', TO_MINIO_SECRET_KEY: 'b' };

it.each([
  [[], {}, 'Say where to'],
  [['--to', 'http://a'], {}, 'expected mongodb://'],
  [['--to', 'mongodb://a', '--to-redis', 'http://a'], {}, 'expected redis:// or rediss://'],
  [['--to', 'mongodb://a'], { TO_MONGODB_URI: 'mongodb://b' }, 'TO_MONGODB_URI is given twice'],
  [['--to-file', '/absent'], {}, 'TO_MONGODB_URI_FILE cannot be read (ENOENT)'],
  [['--to', 'mongodb://a', '--to-s3', 'http://s3'], {}, 'needs --access-key-file'],
  [
    ['--to', 'mongodb://a', '--to-s3', 'http://s3', '--leads-bucket', 'site', '--media-bucket', 'site/media'],
    keys,
    'a bucket or a prefix of its own',
  ],
  [['--to', 'mongodb://a', '--secret-key', 'x'], {}, 'unknown option'],
] as [string[], NodeJS.ProcessEnv, string][])('refuses %j with %j', async (args, env, message) => {
  await expect(readOptions(args, env)).rejects.toThrow(message);
});

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@docfolio/local/supervisor/ports';
import { Client } from 'minio';
import { root } from './compose-file.js';
import { findProgram, ServerProcess } from './server-process.js';

// Not in any package registry: docs/deploy.md explains how to build them with Go.
const minio = process.env.MINIO_BINARY ?? findProgram(['minio']);
const mc = process.env.MC_BINARY ?? findProgram(['mcli']);
const available = minio && mc;
const describeWithMinio = available ? describe : describe.skip;

const buckets = ['docfolio-leads', 'blog-images'];
const secrets = {
  minio_root_password: 'root-password-1234567890',
  minio_access_key: '0123456789abcdef0123',
  minio_secret_key: 'secret_key-1234567890-1234567890',
};

describeWithMinio(
  `the one-shot prepare-minio with a real MinIO${available ? '' : ' (skipped: set MINIO_BINARY and MC_BINARY)'}`,
  () => {
    let folder: string;
    let port: number;
    let server: ServerProcess | undefined;
    let client: Client;

    const prepare = () =>
      spawnSync('sh', [join(root, 'infra/docker/compose/prepare-minio.sh')], {
        env: {
          PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
          HOME: folder,
          MC_CONFIG_DIR: join(folder, 'mc'),
          MINIO_ROOT_USER: 'root',
          MINIO_ADDRESS: `127.0.0.1:${port}`,
          SECRETS_DIR: folder,
          POLICY_FILE: join(root, 'infra/docker/compose/minio-policy.json'),
        },
        encoding: 'utf8',
        timeout: 20_000,
      });

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'docfolio-minio-'));
      port = await freePort();
      await mkdir(join(folder, 'bin'));
      await symlink(mc ?? '', join(folder, 'bin/mc'));
      for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, name), value);
      server = await ServerProcess.start(
        minio ?? '',
        ['server', '--address', `127.0.0.1:${port}`, join(folder, 'data')],
        {
          env: {
            HOME: folder,
            MINIO_ROOT_USER: 'root',
            MINIO_ROOT_PASSWORD_FILE: join(folder, 'minio_root_password'),
            MINIO_BROWSER: 'off',
          },
        },
        async () => (await fetch(`http://127.0.0.1:${port}/minio/health/ready`)).ok,
      );
      client = new Client({
        endPoint: '127.0.0.1',
        port,
        useSSL: false,
        accessKey: secrets.minio_access_key,
        secretKey: secrets.minio_secret_key,
      });
    });
    afterAll(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('creates buckets, policy and key, and changes nothing when it runs again', () => {
      const first = prepare();
      expect([first.status, first.stderr]).toEqual([0, '']);
      expect(first.stdout).toContain('Attached Policies: [docfolio]');
      const second = prepare();
      expect([second.status, second.stderr]).toEqual([0, '']);
      expect(second.stdout).toContain('The policy is attached already.');
    });

    it.each(buckets)('allows the key to use the objects of %s', async (bucket) => {
      expect(await client.bucketExists(bucket)).toBe(true);
      await client.putObject(bucket, 'folder/object', Buffer.from('content'));
      expect((await client.statObject(bucket, 'folder/object')).size).toBe(7);
      await client.initiateNewMultipartUpload(bucket, 'folder/unfinished', {});
      await client.removeIncompleteUpload(bucket, 'folder/unfinished');
      await client.removeObject(bucket, 'folder/object');
    });

    it('forbids the key to create, remove or open buckets', async () => {
      const denied = { code: 'AccessDenied' };
      await expect(client.makeBucket('another-bucket')).rejects.toMatchObject(denied);
      await expect(client.removeBucket('blog-images')).rejects.toMatchObject(denied);
      const open = JSON.stringify({ Version: '2012-10-17', Statement: [] });
      await expect(client.setBucketPolicy('blog-images', open)).rejects.toMatchObject(denied);
    });
  },
);

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackingServer } from './backing-server.js';
import { redisBinary } from './start-redis.js';

export interface SecureRedis {
  /** Returns a `rediss://` URL with the ACL user `app`. */
  url(password?: string): string;
  /** PEM file of the certificate authority, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  stop(): Promise<void>;
}

const password = 'a-password-for-tests-only';

/** The permissions that docker-compose.yml gives to the platform's processes. */
const acl = ['user default off ~* &* +@all', `user app on >${password} ~* &* +@all -@admin -@dangerous +client +info`];

/** Starts a Redis that accepts only TLS, with the default user disabled and a restricted ACL user `app`. */
export async function startSecureRedis(): Promise<SecureRedis> {
  const keys = mkdtempSync(join(tmpdir(), 'docfolio-tls-'));
  const certificate = join(keys, 'server.crt');
  const key = join(keys, 'server.key');
  // The certificate is self-signed, so it is its own certificate authority.
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', certificate, ...names],
    ],
    { stdio: 'ignore' },
  );
  const aclFile = join(keys, 'users.acl');
  writeFileSync(aclFile, `${acl.join('\n')}\n`);
  const { path } = await redisBinary();
  const server = await startBackingServer({
    command: path,
    args: (port, folder) => [
      ...['--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate],
      ...['--tls-auth-clients', 'no', '--aclfile', aclFile, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    ],
    options: () => ({ argv0: 'redis-server' }),
    probe: accepts,
  });
  return {
    url: (given = password) => `rediss://app:${given}@localhost:${server.port}`,
    caFile: certificate,
    stop: async () => {
      await server.stop();
      rmSync(keys, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

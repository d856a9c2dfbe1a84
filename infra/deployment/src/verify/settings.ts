import { createServer } from 'node:net';
import type { Credentials } from './admin-api.js';

export const adminEmail = 'owner@example.com';

/** Returns a free port, which another program may still take. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

export interface StackSettings {
  /** Folder for backups. */
  backups: string;
  registry: string;
  version: string;
  port: number;
  proxyPort: number;
}

export function composeEnvironment({ registry, version, port, backups }: StackSettings): Record<string, string> {
  return {
    DOCFOLIO_REGISTRY: registry,
    DOCFOLIO_VERSION: version,
    BACKUP_DIR: backups,
    PORT: String(port),
    SITE_URL: `http://127.0.0.1:${port}`,
    ADMIN_EMAIL: adminEmail,
    OWNER_EMAIL: adminEmail,
    // Caddy then serves every host name, without TLS.
    DOMAIN: 'http://:8080',
  };
}

/** Reads the first admin's password from the log of the one-shot service `first-admin`. */
export function firstAdminFromLog(log: string): Credentials {
  const password = /password:\s+(\S+)\s*$/m.exec(log)?.[1];
  if (!password) throw new Error(`The log of first-admin shows no password:\n${log}`);
  return { email: adminEmail, password };
}

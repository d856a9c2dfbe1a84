import { type DeclaredProcess, hasDatabase } from '../declared-process.js';
import { processes } from '../processes.js';
import type { FileName } from './secret-values.js';

export interface Consumer {
  /** Folder below SECRETS_DIR, and volume `secrets-<name>` of docker-compose.yml. */
  name: string;
  uid: number;
  gid: number;
  files: readonly FileName[];
}

const node = { uid: 1000, gid: 1000 };

/** Returns the file with a secret of a process. A front end has a user of its own in Redis, which may do less. */
export const fileOf = (secret: string, { tier }: Pick<DeclaredProcess, 'tier'>): FileName =>
  (tier === 'frontend' && secret === 'REDIS_URL' ? 'redis_web_url' : secret.toLowerCase()) as FileName;

const secretFiles = (process: DeclaredProcess): FileName[] => process.secrets.map((secret) => fileOf(secret, process));

export const consumers: readonly Consumer[] = [
  ...processes.map((process) => ({ name: process.name, ...node, files: secretFiles(process) })),
  // Starts programs of all processes with a database, with their configuration.
  {
    name: 'tasks',
    ...node,
    files: [...new Set([...processes.filter(hasDatabase).flatMap(secretFiles), 'admin_password' as const])],
  },
  { name: 'prepare-mongodb', ...node, files: ['mongodb_root_password', 'mongodb_password'] },
  { name: 'prepare-minio', ...node, files: ['minio_root_password', 'minio_access_key', 'minio_secret_key'] },
  // mongod refuses a key file of another user, or one that group or others may read.
  { name: 'mongodb', uid: 999, gid: 999, files: ['mongodb_keyfile', 'mongodb_root_password'] },
  { name: 'redis', uid: 999, gid: 1000, files: ['users.acl'] },
  { name: 'minio', ...node, files: ['minio_root_password'] },
];

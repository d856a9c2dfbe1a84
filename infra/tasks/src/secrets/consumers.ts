import type { FileName } from './secret-values.js';

export interface Consumer {
  /** Folder below SECRETS_DIR, and volume `secrets-<name>` of docker-compose.yml. */
  name: string;
  uid: number;
  gid: number;
  files: readonly FileName[];
}

const node = { uid: 1000, gid: 1000 };

export const consumers: readonly Consumer[] = [
  { name: 'web', ...node, files: ['redis_web_url'] },
  { name: 'gateway', ...node, files: ['mongodb_uri', 'redis_url', 'jwt_secret', 'bytes_secret'] },
  {
    name: 'leads',
    ...node,
    files: ['mongodb_uri', 'redis_url', 'bytes_secret', 'link_secret', 'minio_access_key', 'minio_secret_key'],
  },
  { name: 'content', ...node, files: ['mongodb_uri', 'redis_url'] },
  {
    name: 'media',
    ...node,
    files: ['mongodb_uri', 'redis_url', 'bytes_secret', 'minio_access_key', 'minio_secret_key'],
  },
  { name: 'notifications', ...node, files: ['mongodb_uri', 'redis_url', 'smtp_url'] },
  // Starts programs of all services, with their configuration.
  {
    name: 'tasks',
    ...node,
    files: [
      'mongodb_uri',
      'redis_url',
      'jwt_secret',
      'bytes_secret',
      'link_secret',
      'minio_access_key',
      'minio_secret_key',
      'smtp_url',
      'admin_password',
    ],
  },
  { name: 'prepare-mongodb', ...node, files: ['mongodb_root_password', 'mongodb_password'] },
  { name: 'prepare-minio', ...node, files: ['minio_root_password', 'minio_access_key', 'minio_secret_key'] },
  // mongod refuses a key file of another user, or one that group or others may read.
  { name: 'mongodb', uid: 999, gid: 999, files: ['mongodb_keyfile', 'mongodb_root_password'] },
  { name: 'redis', uid: 999, gid: 1000, files: ['users.acl'] },
  { name: 'minio', ...node, files: ['minio_root_password'] },
];

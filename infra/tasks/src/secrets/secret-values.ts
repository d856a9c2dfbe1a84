import { randomBytes } from 'node:crypto';
import { redisAcl } from './redis-acl.js';

/** Returns a generator of random base64url strings, which need no quoting in URLs and shells. */
const token = (bytes: number) => () => randomBytes(bytes).toString('base64url');

export const secretGenerators = {
  jwt_secret: token(48),
  bytes_secret: token(48),
  link_secret: token(48),
  mongodb_root_password: token(24),
  mongodb_password: token(24),
  /** 756 base64 characters; MongoDB allows at most 1,024. */
  mongodb_keyfile: () => randomBytes(567).toString('base64'),
  redis_password: token(24),
  redis_web_password: token(24),
  minio_root_password: token(24),
  minio_access_key: () => randomBytes(10).toString('hex'),
  minio_secret_key: token(30),
} as const;

export type GeneratedName = keyof typeof secretGenerators;
export type GeneratedSecrets = Record<GeneratedName, string>;

export interface GivenSecrets {
  smtpUrl: string;
  adminPassword: string | undefined;
}

/** Returns the content of secret files by name; undefined for a file that must not exist. */
export function fileContents(generated: GeneratedSecrets, given: GivenSecrets) {
  return {
    ...generated,
    // Host names are those of docker-compose.yml.
    mongodb_uri: `mongodb://docfolio:${generated.mongodb_password}@mongodb:27017/?replicaSet=rs0&authSource=admin`,
    redis_url: `redis://app:${generated.redis_password}@redis:6379`,
    redis_web_url: `redis://web:${generated.redis_web_password}@redis:6379`,
    'users.acl': redisAcl(generated.redis_password, generated.redis_web_password),
    smtp_url: given.smtpUrl,
    admin_password: given.adminPassword,
  };
}

export type FileName = keyof ReturnType<typeof fileContents>;

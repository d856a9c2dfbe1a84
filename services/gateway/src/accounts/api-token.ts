import { createHash, randomBytes } from 'node:crypto';
import { apiTokenPrefix } from '@docfolio/contracts/entities/api-token';
import { type RecordBase, recordSchema } from '@docfolio/service-kit/mongo/record.schema';

/** Fields of an API token. A deleted record is a revoked token. */
export interface ApiTokenFields {
  name: string;
  /** As `tokenScope` in libs/contracts/src/entities/api-token.ts. */
  scopes: string[];
  /** Last four characters of the token, by which admins recognise it. */
  ending: string;
  token_hash: string;
  /** Id of the admin who created the token. It works only while that user is an active admin. */
  user_id: string;
  /** Email of that admin. */
  created_by: string;
  last_used_at: Date | null;
}
export type ApiToken = ApiTokenFields & RecordBase;

export const apiTokenSchema = recordSchema<ApiTokenFields>(
  {
    name: { type: String, required: true },
    scopes: { type: [String], required: true },
    ending: { type: String, required: true },
    token_hash: { type: String, required: true },
    user_id: { type: String, required: true },
    created_by: { type: String, required: true },
    last_used_at: { type: Date, default: null },
  },
  {
    indexes: [
      { fields: { token_hash: 1 }, serves: 'authentication by token', unique: true },
      { fields: { created_at: -1, _id: -1 }, serves: 'list newest first' },
    ],
  },
);

const apiTokenPattern = new RegExp(`^${apiTokenPrefix}[A-Za-z0-9_-]{43}$`);

/** Returns a new API token: the prefix and 32 random bytes. */
export function generateApiToken(): string {
  return apiTokenPrefix + randomBytes(32).toString('base64url');
}

/** Returns whether a text has the form of an API token. */
export function isApiToken(text: string): boolean {
  return apiTokenPattern.test(text);
}

/** Returns the hash under which a token is stored. Not salted or slow: nobody can guess 32 random bytes. */
export function hashApiToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns the bearer token of an `Authorization` header if it has the prefix of API tokens, well-formed or not. */
export function readApiToken(authorization: string | undefined): string | undefined {
  const [, token] = /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
  return token?.startsWith(apiTokenPrefix) ? token : undefined;
}

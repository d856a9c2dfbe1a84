import { createHash, randomUUID } from 'node:crypto';

export function newId(): string {
  return randomUUID();
}

/** Derives a record's id (UUID version 8, RFC 9562, section 5.8): the same for each repeat of a call. */
export function derivedId(operationKey: string, idempotencyKey: string): string {
  const bytes = createHash('sha256').update(operationKey).update('\n').update(idempotencyKey).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the SHA-256 (hex) of a raw input, regardless of key order. Equal hashes under one key mean a repeat. */
export function bodyHash(raw: unknown): string {
  return createHash('sha256').update(canonicalJson(raw)).digest('hex');
}

export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // Sent JSON may have a field of this name, which is no method.
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(JSON.parse(JSON.stringify(value)));
  const entries = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${entries.join(',')}}`;
}

import { ProblemError } from '@docfolio/contracts/core/problem';

/** Nesting levels of a body. Deeper ones are expensive to process. */
export const maxBodyDepth = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** NUL, which cannot be stored everywhere, and half surrogate pairs, which cannot be encoded. */
const unstorable = /[\0\p{Cs}]/u;

/**
 * Parses a JSON body; an empty one is `{}`. @throws ProblemError `malformed_body` if it is not JSON in UTF-8, too deep
 * or has a prototype key; `validation_failed` for characters that cannot be stored
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new ProblemError('malformed_body', { detail: 'The body is not valid JSON in UTF-8.', cause });
  }
  checkBody(body);
  return body;
}

export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

interface Pending {
  value: unknown;
  path: string;
  depth: number;
}

function checkBody(body: unknown): void {
  const pending: Pending[] = [{ value: body, path: '', depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' && !isStorable(value)) throw unstorableText(path);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxBodyDepth)
      throw new ProblemError('malformed_body', { detail: `The body nests deeper than ${maxBodyDepth} levels.` });
    for (const [key, child] of Object.entries(value)) {
      refusePrototypeKey(key, child);
      const childPath = path === '' ? key : `${path}.${key}`;
      if (!isStorable(key)) throw unstorableText(path);
      pending.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
}

function refusePrototypeKey(key: string, value: unknown): void {
  const reaches =
    key === '__proto__' ||
    (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'));
  if (reaches) throw new ProblemError('malformed_body', { detail: 'The body names a forbidden property.' });
}

function unstorableText(path: string): ProblemError {
  return new ProblemError('validation_failed', {
    errors: [{ path, message: 'Contains characters that cannot be stored' }],
  });
}

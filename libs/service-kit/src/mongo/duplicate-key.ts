import { ProblemError } from '@docfolio/contracts/core/problem';
import type { RecordTraits } from './record.schema.js';

const duplicateKeyCode = 11_000;

export function isDuplicateKey(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === duplicateKeyCode;
}

export function conflictOf(error: Error, { indexes }: RecordTraits): ProblemError {
  // The message is: E11000 duplicate key error collection: db.name index: <name> dup key: ...
  const name = /index: (\S+) dup key/.exec(error.message)?.[1];
  const conflict = indexes.find((index) => index.name === name)?.conflict;
  const message = conflict?.message ?? 'Already taken';
  return new ProblemError(conflict?.code ?? 'conflict', {
    detail: conflict?.message,
    ...(conflict?.field !== undefined && { errors: [{ path: conflict.field, message }] }),
    cause: error,
  });
}

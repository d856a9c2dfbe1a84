import type { Document } from 'bson';
import { type Doc, isDoc, type Value } from '../bson/values.js';
import { badValue, failedToParse, MongoError } from '../errors.js';
import type { Request } from './command.js';

/** Statements share one write job until it has run this long (ms). */
export const jobBudgetMs = 8;
const maxStatements = 100_000;

export function checkBatch(list: Value[]): void {
  if (list.length === 0 || list.length > maxStatements)
    throw badValue(`Write batch sizes must be between 1 and ${maxStatements}. Got ${list.length} operations.`);
}

/** Runs a step of a bulk and notes its refusal; any other error is passed on. */
export function refusalOf(error: unknown, index: number): Document {
  if (!(error instanceof MongoError)) throw error;
  return { index, code: error.code, ...error.details, errmsg: error.message };
}

/** Runs the statements of a bulk, answering what they refused; with `ordered` the first error ends it. */
export async function runStatements(
  { body }: Request,
  list: Value[],
  run: (statement: Doc, index: number) => Promise<void>,
): Promise<Document[]> {
  checkBatch(list);
  const errors: Document[] = [];
  const attempt = async (statement: Value, index: number): Promise<void> => {
    try {
      if (!isDoc(statement)) throw failedToParse('A write statement must be an object');
      await run(statement, index);
    } catch (error) {
      errors.push(refusalOf(error, index));
    }
  };
  // Unordered ones are handed in together, so that they share commits.
  const together = body.ordered === false ? 500 : 1;
  for (let from = 0; from < list.length && (together > 1 || errors.length === 0); from += together)
    await Promise.all(list.slice(from, from + together).map((statement, index) => attempt(statement, from + index)));
  return errors.sort((a, b) => a.index - b.index);
}

export const bulkReply = (reply: Document, errors: Document[]): Document =>
  errors.length ? { ...reply, writeErrors: errors, ok: 1 } : { ...reply, ok: 1 };

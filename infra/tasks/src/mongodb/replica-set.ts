import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '@docfolio/process/operator-error';

/** The only method of the driver's `Db` for the database `admin` that is used. Specs simulate it. */
export interface AdminDatabase {
  command(document: Record<string, unknown>): Promise<Record<string, unknown>>;
}

const notYetInitializedCode = 94;
const alreadyInitializedCode = 23;

const pollInterval = 200;

/** Runs a command. @returns undefined if it failed with one of `codes` @throws other errors */
export async function tolerating(
  database: AdminDatabase,
  document: Record<string, unknown>,
  ...codes: number[]
): Promise<Record<string, unknown> | undefined> {
  try {
    return await database.command(document);
  } catch (error) {
    if (codes.includes((error as { code?: number }).code ?? 0)) return undefined;
    throw error;
  }
}

/**
 * Initiates a replica set of one member unless it exists, and waits until the member is primary.
 * @param host address that all clients can use @param timeout ms @throws OperatorError without a primary by then
 */
export async function ensureReplicaSet(
  database: AdminDatabase,
  { name, host, timeout }: { name: string; host: string; timeout: number },
): Promise<'initiated' | 'existed'> {
  const status = await tolerating(database, { replSetGetStatus: 1 }, notYetInitializedCode);
  const created = status
    ? undefined
    : await tolerating(
        database,
        { replSetInitiate: { _id: name, members: [{ _id: 0, host }] } },
        alreadyInitializedCode,
      );
  const deadline = Date.now() + timeout;
  while ((await database.command({ hello: 1 })).isWritablePrimary !== true) {
    if (Date.now() > deadline)
      throw new OperatorError(`Replica set ${name} has no primary after ${timeout / 1_000} s.`);
    await delay(pollInterval);
  }
  return created ? 'initiated' : 'existed';
}

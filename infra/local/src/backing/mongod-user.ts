import { MongoClient } from 'mongodb';

/** The part of the driver's `Db` that is used: commands on the `admin` database. */
export interface AdminDatabase {
  command(document: Record<string, unknown>): Promise<unknown>;
}

/** Error code of MongoDB for a command that needs authentication. */
const UNAUTHORIZED = 13;

/**
 * Creates the user of a MongoDB that was started with `--auth`. Without credentials that is possible on loopback for the
 * first user only (MongoDB's localhost exception); a data folder that has a user refuses it, and keeps the one it has.
 * The exception allows roles of the `admin` database only.
 */
export async function ensureFirstUser(admin: AdminDatabase, user: string, password: string): Promise<void> {
  try {
    await admin.command({ createUser: user, pwd: password, roles: ['readWriteAnyDatabase'] });
  } catch (error) {
    if ((error as { code?: number }).code !== UNAUTHORIZED) throw error;
  }
}

/** The same on a server that listens on loopback. */
export async function createFirstUser(port: number, user: string, password: string): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    await ensureFirstUser(client.db('admin'), user, password);
  } finally {
    await client.close();
  }
}

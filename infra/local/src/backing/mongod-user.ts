import { MongoClient } from 'mongodb';

export interface AdminDatabase {
  command(document: Record<string, unknown>): Promise<unknown>;
}

const unauthorizedCode = 13;

/** Creates the first user of a mongod with `--auth`, by the localhost exception; an existing user is left unchanged. */
export async function ensureFirstUser(admin: AdminDatabase, user: string, password: string): Promise<void> {
  try {
    await admin.command({ createUser: user, pwd: password, roles: ['readWriteAnyDatabase'] });
  } catch (error) {
    if ((error as { code?: number }).code !== unauthorizedCode) throw error;
  }
}

export async function createFirstUser(port: number, user: string, password: string): Promise<void> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    await ensureFirstUser(client.db('admin'), user, password);
  } finally {
    await client.close();
  }
}

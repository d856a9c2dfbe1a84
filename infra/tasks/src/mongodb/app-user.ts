import { databases } from '@docfolio/backup/sources/database-names';
import { type AdminDatabase, tolerating } from './replica-set.js';

const userExistsCode = 51_003;

export async function ensureAppUser(
  database: AdminDatabase,
  { user, password }: { user: string; password: string },
): Promise<'created' | 'updated'> {
  const account = { pwd: password, roles: databases.map((db) => ({ role: 'readWrite', db })) };
  if (await tolerating(database, { createUser: user, ...account }, userExistsCode)) return 'created';
  await database.command({ updateUser: user, ...account });
  return 'updated';
}

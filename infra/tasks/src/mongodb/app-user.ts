import { type AdminDatabase, tolerating } from './replica-set.js';

/** One per process with a database. The platform's MongoDB user has access to these only. */
export const databases = [
  'docfolio_gateway',
  'docfolio_leads',
  'docfolio_content',
  'docfolio_media',
  'docfolio_notifications',
] as const;

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

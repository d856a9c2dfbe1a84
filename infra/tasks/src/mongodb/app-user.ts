import { type AdminDatabase, tolerating } from './replica-set.js';

/** One per process with a database. The platform's MongoDB user has access to these only. */
export const DATABASES = [
  'docfolio_gateway',
  'docfolio_leads',
  'docfolio_content',
  'docfolio_media',
  'docfolio_notifications',
] as const;

const USER_EXISTS = 51_003;

export async function ensureAppUser(
  database: AdminDatabase,
  { user, password }: { user: string; password: string },
): Promise<'created' | 'updated'> {
  const account = { pwd: password, roles: DATABASES.map((db) => ({ role: 'readWrite', db })) };
  if (await tolerating(database, { createUser: user, ...account }, USER_EXISTS)) return 'created';
  await database.command({ updateUser: user, ...account });
  return 'updated';
}

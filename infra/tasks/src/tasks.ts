import type { Task } from './task.js';
import { TaskError } from './task-error.js';

interface TaskEntry {
  summary: string;
  /** Loaded on demand, because the MongoDB driver starts slowly. */
  load(): Promise<Task>;
}

const tasks: Record<string, TaskEntry> = {
  'generate-secrets': {
    summary: 'create missing secrets and give each process the files it needs (Docker Compose)',
    load: async () => (await import('./secrets/generate-secrets.js')).generateSecrets,
  },
  'prepare-volumes': {
    summary: 'set the owner of empty volumes: /path=uid:gid ... (Docker Compose)',
    load: async () => (await import('./volumes/prepare-volumes.js')).prepareVolumes,
  },
  'prepare-mongodb': {
    summary: 'initiate the replica set and create the MongoDB user of the platform',
    load: async () => (await import('./mongodb/prepare-mongodb.js')).prepareMongodb,
  },
  migrate: {
    summary: 'migrate every database, and create indexes and derived fields; `status` only reads',
    load: async () => (await import('./programs/migrate.js')).migrate,
  },
  'first-admin': {
    summary: 'create the first admin unless there is one; a generated password is printed once',
    load: async () => (await import('./programs/first-admin.js')).firstAdmin,
  },
  admin: {
    summary: 'manage admins: create, create-user, reset-password, deactivate, activate, create-token',
    load: async () => (await import('./programs/admin.js')).admin,
  },
  backup: {
    summary: 'make, list and verify backups; "backup schedule" makes them when BACKUP_SCHEDULE is due',
    load: async () => (await import('./programs/backup.js')).backup,
  },
  restore: {
    summary: 'replace all data by that of a backup, while the processes are stopped',
    load: async () => (await import('./programs/backup.js')).restore,
  },
  seed: {
    summary: 'insert demo records into site and CRM',
    load: async () => (await import('./programs/seed.js')).seed,
  },
};

export function usage(): string {
  const width = Math.max(...Object.keys(tasks).map((name) => name.length));
  const lines = Object.entries(tasks).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `usage: <task> [arguments]\n\n${lines.join('\n')}`;
}

/** Loads a task. @throws TaskError with the usage text for an unknown or missing name */
export async function loadTask(name: string | undefined): Promise<Task> {
  const entry = name !== undefined && Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!entry) throw new TaskError(name ? `There is no task ${name}.\n\n${usage()}` : usage(), 2);
  return entry.load();
}

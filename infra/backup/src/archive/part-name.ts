import { isLeftOut } from '../sources/collections.js';
import { databases } from '../sources/database-names.js';

export const partKinds = ['documents', 'redis', 'objects', 'secrets', 'key'] as const;
export type PartKind = (typeof partKinds)[number];

interface Named {
  kind: PartKind;
  /** What it was read from: `database.collection`, `start` or `end` of the backup for Redis, the owner of a bucket. */
  source: string;
}

/** Returns whether parts of a kind are compressed. Images and archives of them would not become smaller. */
export const isCompressed = (kind: PartKind): boolean => kind === 'documents' || kind === 'redis';

/** Returns the name of a part below the backup's folder. */
export function partName({ kind, source }: Named, isEncrypted: boolean): string {
  const name = {
    key: () => 'key',
    secrets: () => 'secrets.json',
    redis: () => `redis/${source}.jsonl`,
    objects: () => `objects/${source}.tar`,
    documents: () => `mongodb/${source.replace('.', '/')}.jsonl`,
  }[kind]();
  return `${name}${isCompressed(kind) ? '.gz' : ''}${isEncrypted ? '.age' : ''}`;
}

/** Returns whether a backup may have a part of this source: other databases, and paths to other folders, are refused. */
export function isSource({ kind, source }: Named): boolean {
  if (kind === 'documents') {
    const [database, ...rest] = source.split('.');
    const collection = rest.join('.');
    return databases.includes(database!) && /^[^\p{Cc}/\\$]{1,200}$/u.test(collection) && !isLeftOut(collection);
  }
  if (kind === 'redis') return source === 'start' || source === 'end';
  if (kind === 'objects') return /^[a-z][a-z0-9-]{0,60}$/.test(source);
  return source === '';
}

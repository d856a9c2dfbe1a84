import { leasesCollection, replicasCollection } from '@docfolio/service-kit/mongo/migrations/collections';

/** Begin the names of collections that a restore fills, or has replaced. */
export const stagingPrefixes = { restoring: 'restoring.', replaced: 'replaced.' } as const;

const isStaged = (name: string) => Object.values(stagingPrefixes).some((prefix) => name.startsWith(prefix));

/** What only running processes mean. */
const ofProcesses: string[] = [leasesCollection, replicasCollection];

/** Returns whether a collection is part of no backup. */
export const isLeftOut = (name: string) => name.startsWith('system.') || isStaged(name) || ofProcesses.includes(name);

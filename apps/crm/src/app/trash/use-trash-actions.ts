import { capitalised } from '@docfolio/admin/records/record-kind';
import { useBusyIds } from '@docfolio/admin/records/use-busy-ids';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { call } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Trashed } from '@docfolio/contracts/entities/trash';
import { toast } from '@docfolio/ui/runtime';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { kinds } from '../kinds.js';
import { partOf, type TrashPart, trashKeyOf, trashParts } from './trash-parts.js';

/** Key in `busy` while the whole trash is being emptied. */
export const emptying = 'empty';

export interface TrashActions {
  /** Keys (`trashKeyOf`) of rows that are being restored or purged, and `emptying`. */
  busy: ReadonlySet<string>;
  restore: (row: Trashed) => void;
  /** Purges a record. `onDone` runs after success and after failure. */
  purge: (row: Trashed, onDone: () => void) => void;
  empty: (parts: readonly TrashPart[], onDone: () => void) => void;
}

export function useTrashActions(): TrashActions {
  const client = useQueryClient();
  const { busy, during } = useBusyIds();

  return {
    busy,
    restore: useStableHandler(
      (row: Trashed) =>
        void during(trashKeyOf(row), async () => {
          const word = kinds[row.type].one;
          try {
            await call(partOf(row.type).restore, { type: row.type, id: row.id });
            toast({ title: 'Success', description: `${capitalised(word)} restored` });
            // Any cached response may lack the restored record.
            await client.invalidateQueries();
          } catch (error) {
            console.error(`Restoring a ${word} failed`, error);
            toast({ title: 'Error', description: whyNotRestored(error, word), variant: 'destructive' });
            if (isGone(error)) await reloadTrash(client);
          }
        }),
    ),
    purge: useStableHandler(
      (row: Trashed, onDone: () => void) =>
        void during(trashKeyOf(row), async () => {
          const word = kinds[row.type].one;
          try {
            await call(partOf(row.type).purge, { type: row.type, id: row.id });
            toast({ title: 'Success', description: `${capitalised(word)} deleted for good` });
          } catch (error) {
            console.error(`Deleting a ${word} for good failed`, error);
            const why = isGone(error)
              ? `This ${word} is not in the trash any more.`
              : `Failed to delete ${word} for good`;
            toast({ title: 'Error', description: why, variant: 'destructive' });
          }
          await reloadTrash(client);
          onDone();
        }),
    ),
    empty: useStableHandler(
      (parts: readonly TrashPart[], onDone: () => void) =>
        void during(emptying, async () => {
          const results = await Promise.allSettled(parts.map((part) => call(part.empty, {})));
          for (const result of results)
            if (result.status === 'rejected') console.error('Emptying the trash failed', result.reason);
          const purged = results.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.purged : 0), 0);
          const missed = parts.filter((_part, place) => results[place]?.status === 'rejected');
          if (missed.length > 0) {
            const what = missed.map(({ words }) => words).join('; ');
            toast({ title: 'Error', description: `${what} could not be removed.`, variant: 'destructive' });
          } else {
            toast({ title: 'Success', description: `${recordsText(purged)} deleted for good` });
          }
          await reloadTrash(client);
          onDone();
        }),
    ),
  };
}

export function recordsText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'record' : 'records'}`;
}

async function reloadTrash(client: QueryClient): Promise<void> {
  await Promise.all(trashParts.map(({ list }) => client.invalidateQueries({ queryKey: queryKeyOf(list) })));
}

const isGone = (error: unknown) => error instanceof ProblemError && error.code === 'not_found';

/** Returns why a record could not be restored, e.g. because its slug is in use. */
function whyNotRestored(error: unknown, word: string): string {
  if (isGone(error)) return `This ${word} is not in the trash any more.`;
  if (!(error instanceof ProblemError && error.status === 409)) return `Failed to restore ${word}`;
  const taken = error.errors?.[0]?.message ?? error.message;
  return `This ${word} cannot be restored: ${taken.charAt(0).toLowerCase()}${taken.slice(1)}.`;
}

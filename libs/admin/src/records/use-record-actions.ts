import { useOperation } from '@docfolio/api-client/query';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { toastFailure } from './failure-toast.js';
import { recountLists, reloadLists, removeFromLists, replaceRecord } from './record-cache.js';
import { type CrmRecord, capitalised, type RecordKind } from './record-kind.js';
import { useBusyIds } from './use-busy-ids.js';
import { useStableHandler } from './use-stable-handler.js';

/** Texts of the toasts 'Success' and 'Error'. */
export interface ActionWords {
  /** Undefined: no toast. */
  done?: string;
  /** Undefined: a failure is only logged. */
  failed?: string;
}

/** Returns functions that delete and change records, and the ids of records with a pending action. */
export function useRecordActions<R extends CrmRecord>(kind: RecordKind<R>) {
  const { busy: removing, remove } = useRecordRemoval(kind);
  const { busy: patching, patch } = useRecordPatch(kind);
  return { removing, patching, busy: new Set([...removing, ...patching]), remove, patch };
}

export type RecordActions<R extends CrmRecord> = ReturnType<typeof useRecordActions<R>>;

function useRecordRemoval<R extends CrmRecord>(kind: RecordKind<R>) {
  const client = useQueryClient();
  const { mutateAsync: erase } = useOperation(kind.delete);
  const { mutateAsync: restore } = useOperation<Operation>(kind.trash.restore as Operation);
  const { busy, during } = useBusyIds();

  const undo = async (record: R) => {
    try {
      await restore({ type: kind.topic, id: record.id });
      await reloadLists(client, kind);
      toast({ title: 'Success', description: `${capitalised(kind.one)} restored` });
    } catch (error) {
      console.error(`Restoring a ${kind.one} failed`, error);
      const why = error instanceof ProblemError && error.status === 409 && error.errors?.[0]?.message;
      toast({ title: 'Error', description: why || `Failed to restore ${kind.one}`, variant: 'destructive' });
    }
  };

  return {
    busy,
    /** Deletes a record; the toast offers Undo. `onDeleted` runs after success, also if it was already deleted. */
    remove: useStableHandler(
      (record: R, onDeleted?: () => void) =>
        void during(record.id, async () => {
          try {
            await erase({ id: record.id });
          } catch (error) {
            // Already deleted: a success.
            if (!(error instanceof ProblemError && error.code === 'not_found')) {
              console.error(`Deleting a ${kind.one} failed`, error);
              toastFailure(kind, kind.words.deleteFailed, error);
              return;
            }
          }
          onDeleted?.();
          removeFromLists(client, kind, record.id);
          toast({
            title: 'Success',
            description: kind.words.deleted,
            action: { label: 'Undo', onAction: () => void undo(record) },
          });
          await reloadLists(client, kind);
        }),
    ),
  };
}

/** Returns `patch`, which changes single fields of a record. Lists show the old value until it is saved. */
export function useRecordPatch<R extends CrmRecord>(kind: RecordKind<R>) {
  const client = useQueryClient();
  // For kinds without this operation nothing calls `patch`.
  const { mutateAsync } = useOperation(kind.patch as NonNullable<typeof kind.patch>);
  const { busy, during } = useBusyIds();
  const patch = useStableHandler(
    (record: R, changes: Partial<R>, { done, failed }: ActionWords = {}, onSaved?: (saved: R) => void) =>
      void during(record.id, async () => {
        try {
          const saved = await mutateAsync({ id: record.id, ...changes });
          replaceRecord(client, kind, saved);
          if (done) toast({ title: 'Success', description: done });
          onSaved?.(saved);
          await recountLists(client, kind);
        } catch (error) {
          console.error(`Changing a ${kind.one} failed`, error);
          if (failed) toast({ title: 'Error', description: failed, variant: 'destructive' });
        }
      }),
  );
  return { busy, patch };
}

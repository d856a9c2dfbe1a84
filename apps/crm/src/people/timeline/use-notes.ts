import { isSessionEnd, sessionEnded } from '@docfolio/admin/records/failure-toast';
import { queryKeyOf, useOperation } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type TimelineEntry, timeline, timelineEntry } from '@docfolio/contracts/entities/timeline';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';

/** `current`: the note as changed elsewhere in the meantime. */
export type NoteOutcome = { saved: true } | { saved: false; current?: TimelineEntry };

/** Returns functions that add, change and delete a record's notes. A failure shows a toast; callers keep the text. */
export function useNotes(subjectId: string) {
  const client = useQueryClient();
  const add = useOperation(timeline.addNote);
  const patch = useOperation(timeline.patchNote);
  const remove = useOperation(timeline.deleteNote);
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(timeline.list) });

  const attempt = async (failed: string, work: () => Promise<unknown>): Promise<NoteOutcome> => {
    try {
      await work();
      await reload();
      return { saved: true };
    } catch (error) {
      const stale = error instanceof ProblemError && error.code === 'stale';
      const current = stale ? timelineEntry.safeParse(error.current).data : undefined;
      if (current) return { saved: false, current };
      console.error(failed, error);
      toast({ title: 'Error', description: isSessionEnd(error) ? sessionEnded : failed, variant: 'destructive' });
      return { saved: false };
    }
  };

  return {
    busy: add.isPending || patch.isPending || remove.isPending,
    add: (text: string) => attempt('Failed to add note', () => add.mutateAsync({ id: subjectId, text })),
    change: (note: TimelineEntry, text: string, version = note.version) =>
      attempt('Failed to update note', () => patch.mutateAsync({ id: note.id, text, version })),
    remove: (note: TimelineEntry) => attempt('Failed to delete note', () => remove.mutateAsync({ id: note.id })),
  };
}

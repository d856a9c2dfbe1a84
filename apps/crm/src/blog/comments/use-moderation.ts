import { reloadLists } from '@docfolio/admin/records/record-cache';
import { useOperation } from '@docfolio/api-client/query';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import {
  commentModeration,
  type ModerationAction,
  moderationLimit,
} from '@docfolio/contracts/entities/comment-moderation';
import { contentTrash } from '@docfolio/contracts/entities/trash';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { commentKind } from './comment-kind.js';

const done: Record<ModerationAction, string> = {
  approve: 'approved successfully',
  unapprove: 'unapproved successfully',
  spam: 'marked as spam',
  not_spam: 'moved back to the list',
  delete: 'deleted successfully',
};

const counted = (count: number) => (count === 1 ? 'Comment' : `${count.toLocaleString('en-US')} comments`);

/** Returns `moderate`, which applies one action to several comments and shows one toast. */
export function useModeration() {
  const client = useQueryClient();
  const { mutateAsync } = useOperation(commentModeration.moderate);
  const { mutateAsync: restore } = useOperation(contentTrash.restore);
  const [busy, setBusy] = useState<ModerationAction | null>(null);

  const undo = async (ids: readonly string[]) => {
    const results = await Promise.allSettled(ids.map((id) => restore({ type: 'blog_comments', id })));
    await reloadLists(client, commentKind);
    const failed = results.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) {
      console.error('Restoring comments failed', results);
      const description = `${counted(failed)} could not be restored`;
      toast({ title: 'Error', description, variant: 'destructive' });
    } else toast({ title: 'Success', description: `${counted(ids.length)} restored` });
  };

  /** Sends batches of `moderationLimit` comments. @returns false if a batch failed; earlier ones stay applied */
  const moderate = async (act: ModerationAction, chosen: readonly ModeratedComment[]): Promise<boolean> => {
    setBusy(act);
    const there: string[] = [];
    try {
      for (let at = 0; at < chosen.length; at += moderationLimit) {
        const ids = chosen.slice(at, at + moderationLimit).map(({ id }) => id);
        there.push(...(await mutateAsync({ act, ids })).ids);
      }
      toast({
        title: 'Success',
        description: `${counted(there.length)} ${done[act]}`,
        action: act === 'delete' ? { label: 'Undo', onAction: () => void undo(there) } : undefined,
      });
      return true;
    } catch (error) {
      console.error('Moderating comments failed', error);
      const description = `Failed to ${act === 'delete' ? 'delete' : 'update'} comments`;
      toast({ title: 'Error', description, variant: 'destructive' });
      return false;
    } finally {
      setBusy(null);
      void reloadLists(client, commentKind);
    }
  };

  return { busy, moderate };
}

export type Moderating = ReturnType<typeof useModeration>;

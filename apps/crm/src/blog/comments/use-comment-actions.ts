import { reloadDependents, reloadLists, removeFromLists } from '@docfolio/admin/records/record-cache';
import type { RecordActions } from '@docfolio/admin/records/use-record-actions';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { commentKind } from './comment-kind.js';

export interface CommentActions extends Pick<RecordActions<ModeratedComment>, 'busy' | 'remove'> {
  setApproved: (comment: ModeratedComment, isApproved: boolean) => void;
  /** Marks a comment as spam (with Undo) or not spam, and removes it from the cached lists. */
  setSpam: (comment: ModeratedComment, isSpam: boolean) => void;
}

const failed = 'Failed to update comment';

export function useCommentActions({ busy, remove, patch }: RecordActions<ModeratedComment>): CommentActions {
  const client = useQueryClient();

  const unflag = (comment: ModeratedComment, wasApproved = false) =>
    patch(comment, wasApproved ? { is_approved: true } : { is_spam: false }, { failed }, () => {
      removeFromLists(client, commentKind, comment.id);
      void reloadLists(client, commentKind);
      toast({ title: 'Success', description: 'Comment moved back to the list' });
    });
  const flag = (comment: ModeratedComment) =>
    patch(comment, { is_spam: true }, { failed }, (saved) => {
      removeFromLists(client, commentKind, comment.id);
      void reloadLists(client, commentKind);
      const undo = { label: 'Undo', onAction: () => unflag(saved, comment.is_approved) };
      toast({ title: 'Success', description: 'Comment marked as spam', action: undo });
    });

  return {
    busy,
    remove,
    setSpam: useStableHandler((comment: ModeratedComment, isSpam: boolean) =>
      isSpam ? flag(comment) : unflag(comment),
    ),
    setApproved: useStableHandler((comment: ModeratedComment, isApproved: boolean) => {
      const done = `Comment ${isApproved ? 'approved' : 'unapproved'} successfully`;
      patch(comment, { is_approved: isApproved }, { done, failed }, () => void reloadDependents(client, commentKind));
    }),
  };
}

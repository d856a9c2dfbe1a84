import { deleteItem, type RecordMenuItem } from '@docfolio/admin/records/record-menu';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import { CircleCheck, CircleDashed, OctagonAlert, Undo2 } from 'lucide-react';
import type { CommentActions } from './use-comment-actions.js';

/** Returns menu items that approve or unapprove, and mark as spam; for spam only 'Not spam'. */
export function markItems(comment: ModeratedComment, actions: CommentActions): RecordMenuItem[] {
  const disabled = actions.busy.has(comment.id);
  const { setApproved, setSpam } = actions;
  if (comment.is_spam) return [{ label: 'Not spam', icon: Undo2, onSelect: () => setSpam(comment, false), disabled }];
  return [
    comment.is_approved
      ? { label: 'Unapprove', icon: CircleDashed, onSelect: () => setApproved(comment, false), disabled }
      : { label: 'Approve', icon: CircleCheck, onSelect: () => setApproved(comment, true), disabled },
    { label: 'Mark as spam', icon: OctagonAlert, onSelect: () => setSpam(comment, true), disabled },
  ];
}

export function deleteCommentItem(comment: ModeratedComment, actions: CommentActions, onDeleted?: () => void) {
  return deleteItem(() => actions.remove(comment, onDeleted), actions.busy.has(comment.id));
}

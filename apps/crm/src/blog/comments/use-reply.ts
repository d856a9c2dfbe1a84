import { reloadLists } from '@docfolio/admin/records/record-cache';
import { queryOf, useOperation } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments, type ModeratedComment } from '@docfolio/contracts/entities/comment';
import { commentModeration } from '@docfolio/contracts/entities/comment-moderation';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { commentKind } from './comment-kind.js';

/** Returns `reply`, which publishes the owner's reply and shows a toast. A retry with the same text is idempotent. */
export function useReply(comment: ModeratedComment) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useOperation(commentModeration.reply);

  /** @returns whether the reply is published */
  const reply = async (content: string): Promise<boolean> => {
    try {
      await mutateAsync({ id: comment.id, content: content.trim() });
    } catch (error) {
      console.error('Replying to a comment failed', error);
      const refused = error instanceof ProblemError && error.code === 'invalid_parent' ? error.detail : undefined;
      toast({ title: 'Error', description: refused ?? 'Failed to publish reply', variant: 'destructive' });
      return false;
    }
    toast({
      title: 'Success',
      description: comment.is_approved ? 'Reply published successfully' : 'Comment approved and reply published',
    });
    void client.invalidateQueries({ queryKey: queryOf(comments.get, { id: comment.id }).queryKey });
    void reloadLists(client, commentKind);
    return true;
  };
  return { reply, sending: isPending };
}

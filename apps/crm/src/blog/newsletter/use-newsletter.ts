import { queryKeyOf, queryOf, useOperation } from '@docfolio/api-client/query';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type NewsletterIssue, newsletter } from '@docfolio/contracts/entities/newsletter';
import { toast } from '@docfolio/ui/runtime';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnderWay, subscribers } from './issue-words.js';

/** Milliseconds between polls while an issue is sent, in case live updates are disconnected. */
const look = 2_000;

/** Loads a post's audience and newsletter issues, newest first. Polls while an issue is being sent. */
export function useNewsletter(postId: string) {
  const issues = useQuery({
    ...queryOf(newsletter.list, { post_id: postId }),
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? look : false),
  });
  const audience = useQuery({ ...queryOf(newsletter.audience, { post_id: postId }), staleTime: 0 });
  const rows = issues.data?.items ?? [];
  return { issues, audience, current: rows.find(isUnderWay), rows };
}

const isMoving = ({ state }: NewsletterIssue) => state === 'preparing' || state === 'sending';

export function useNewsletterActions(postId: string) {
  const client = useQueryClient();
  const { mutateAsync: test } = useOperation(newsletter.test);
  const { mutateAsync: create } = useOperation(newsletter.create);
  const { mutateAsync: pause } = useOperation(newsletter.pause);
  const { mutateAsync: resume } = useOperation(newsletter.resume);
  const { mutateAsync: retry } = useOperation(newsletter.retry);
  const [busy, setBusy] = useState<string | null>(null);
  const [testedAt, setTestedAt] = useState<string | null>(null);

  /** Runs an action and shows its outcome in a toast; a 409 shows the server's reason. */
  async function act(name: string, failed: string, work: () => Promise<string>): Promise<boolean> {
    setBusy(name);
    try {
      toast({ title: 'Success', description: await work() });
      return true;
    } catch (error) {
      console.error(failed, error);
      const refused = error instanceof ProblemError && error.status === 409 ? error.detail : undefined;
      toast({ title: 'Error', description: refused ?? failed, variant: 'destructive' });
      return false;
    } finally {
      setBusy(null);
      void reloadNewsletter();
    }
  }
  /** Puts an issue into the cached list until the list is refetched. */
  function show(issue: NewsletterIssue): NewsletterIssue {
    client.setQueryData(queryOf(newsletter.list, { post_id: postId }).queryKey, (list) => {
      if (!list) return list;
      const isNew = !list.items.some(({ id }) => id === issue.id);
      const items = list.items.map((other) => (other.id === issue.id ? issue : other));
      return { ...list, items: isNew ? [issue, ...items] : items };
    });
    return issue;
  }
  const reloadNewsletter = () => {
    const shown: readonly Operation[] = [newsletter.list, newsletter.audience, newsletter.deliveries];
    return Promise.all(shown.map((each) => client.invalidateQueries({ queryKey: queryKeyOf(each) })));
  };

  return {
    /** Name of the pending action. */
    busy,
    /** Address of the last test since the dialog opened. */
    testedAt,
    sendTest: () =>
      act('test', 'Failed to send test', async () => {
        const { to } = await test({ post_id: postId });
        setTestedAt(to);
        return `A test is on its way to ${to}`;
      }),
    sendToAll: () =>
      act('send', 'Failed to send newsletter', async () => {
        const { recipients, state } = show(await create({ post_id: postId }));
        return state === 'preparing'
          ? 'Newsletter is being sent'
          : `Newsletter is being sent to ${subscribers(recipients)}`;
      }),
    pause: ({ id }: NewsletterIssue) =>
      act('pause', 'Failed to pause newsletter', async () => {
        show(await pause({ id }));
        return 'Newsletter paused';
      }),
    resume: ({ id }: NewsletterIssue) =>
      act('resume', 'Failed to resume newsletter', async () => {
        show(await resume({ id }));
        return 'Newsletter resumed';
      }),
    retry: ({ id, failed }: NewsletterIssue) =>
      act('retry', 'Failed to retry newsletter', async () => {
        show(await retry({ id }));
        return `${failed.toLocaleString('en-US')} failed ${failed === 1 ? 'mail is' : 'mails are'} tried again`;
      }),
  };
}

export type NewsletterActions = ReturnType<typeof useNewsletterActions>;

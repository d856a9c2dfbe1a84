import { Button } from '@docfolio/ui/buttons/button';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { MailCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { CurrentIssue } from './current-issue.js';
import { EarlierIssues } from './earlier-issues.js';
import { audienceWords, subscribers } from './issue-words.js';
import { useNewsletter, useNewsletterActions } from './use-newsletter.js';

interface NewsletterDialogProps {
  post: { id: string; title: string; slug: string; published: boolean };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The dialog that sends a post to the subscribers, or as a test to the user, and shows the progress. */
export function NewsletterDialog({ post, open, onOpenChange }: NewsletterDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Newsletter" description={post.title}>
      {open && <Newsletter post={post} />}
    </Dialog>
  );
}

function Newsletter({ post }: Pick<NewsletterDialogProps, 'post'>) {
  const news = useNewsletter(post.id);
  const actions = useNewsletterActions(post.id);
  const [asking, setAsking] = useState(false);
  const { audience, issues, current, rows } = news;
  const recipients = audience.data?.recipients ?? 0;
  const sendToAll = async () => {
    if (await actions.sendToAll()) setAsking(false);
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        {issues.isError ? (
          <ErrorState
            className="py-8"
            title="Failed to fetch the newsletter"
            detail="The server did not respond. Nothing was changed."
            onRetry={() => void issues.refetch()}
            retrying={issues.isFetching}
          />
        ) : issues.isPending ? (
          <Waiting />
        ) : (
          <>
            {current ? (
              <CurrentIssue issue={current} actions={actions} />
            ) : (
              <Audience post={post} audience={audience} />
            )}
            <EarlierIssues issues={rows.filter((issue) => issue !== current)} actions={actions} />
          </>
        )}
      </DialogBody>
      {asking && !current ? (
        <DialogFooter className="flex-wrap">
          <p role="alert" className="mr-auto text-ink text-ui">
            It cannot be undone.{' '}
            {!actions.testedAt && <span className="text-muted">You have not sent yourself a test just now.</span>}
          </p>
          <Button variant="ghost" autoFocus onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button variant="primary" busy={actions.busy === 'send'} onClick={() => void sendToAll()}>
            Send to {subscribers(recipients)}
          </Button>
        </DialogFooter>
      ) : (
        <DialogFooter className="flex-wrap">
          <Button
            className="mr-auto"
            busy={actions.busy === 'test'}
            icon={<MailCheck aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => void actions.sendTest()}
          >
            Send test to myself
          </Button>
          <DialogClose>
            <Button variant="ghost">Close</Button>
          </DialogClose>
          {!current && (
            <Button
              variant="primary"
              disabled={!post.published || recipients === 0}
              icon={<Send aria-hidden size={16} strokeWidth={1.75} />}
              onClick={() => setAsking(true)}
            >
              Send to subscribers
            </Button>
          )}
        </DialogFooter>
      )}
    </>
  );
}

type AudienceProps = Pick<NewsletterDialogProps, 'post'> & Pick<ReturnType<typeof useNewsletter>, 'audience'>;

function Audience({ post, audience }: AudienceProps) {
  if (audience.isError)
    return (
      <p role="alert" className="flex items-center gap-3 text-danger text-ui">
        The recipients could not be loaded.
        <Button size="sm" busy={audience.isFetching} onClick={() => void audience.refetch()}>
          Retry
        </Button>
      </p>
    );
  if (!audience.data) return <Waiting />;
  return (
    <div className="text-ui">
      <p className="text-ink">{audienceWords(audience.data)}</p>
      <p className="mt-1 text-pretty text-muted">
        {post.published
          ? 'Subscribers who are active and have confirmed their address, each at most once a post.'
          : 'This post is a draft. Publish it first; a test can be sent already.'}
      </p>
    </div>
  );
}

function Waiting() {
  const late = useDelayed(true);
  return (
    <div role="status">
      <span className="sr-only">Loading the newsletter</span>
      <div aria-hidden="true" className={late ? 'flex flex-col gap-3 py-1' : 'invisible flex flex-col gap-3 py-1'}>
        <Skeleton className="w-3/5" />
        <Skeleton className="w-4/5" />
      </div>
    </div>
  );
}

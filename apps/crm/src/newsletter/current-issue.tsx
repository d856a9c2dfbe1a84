import type { NewsletterIssue } from '@docfolio/contracts/newsletter';
import { Badge } from '@docfolio/ui/badge';
import { Button } from '@docfolio/ui/button';
import { useDelayed } from '@docfolio/ui/skeleton';
import { Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { TimeText } from '../records/time-text.js';
import { IssueBar } from './issue-bar.js';
import { IssueTroubles } from './issue-troubles.js';
import { stateWords, subscribers } from './issue-words.js';
import type { NewsletterActions } from './use-newsletter.js';

/** The issue that is on its way: how far, and what can be done about it. */
export function CurrentIssue({ issue, actions }: { issue: NewsletterIssue; actions: NewsletterActions }) {
  const { state, recipients, failed, created_at } = issue;
  return (
    <section aria-label="Being sent">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={state === 'paused' ? 'warning' : 'info'}>{stateWords[state]}</Badge>
        <p className="text-ink text-ui">
          {state === 'preparing' ? 'Listing who gets it' : `To ${subscribers(recipients)}`}
        </p>
        <TimeText at={created_at} as="minute" className="mono text-faint text-mono" />
        <div className="ml-auto flex gap-2">
          {failed > 0 && (
            <Button
              size="sm"
              busy={actions.busy === 'retry'}
              icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}
              onClick={() => void actions.retry(issue)}
            >
              Retry failed
            </Button>
          )}
          {state === 'paused' ? (
            <Button
              size="sm"
              variant="primary"
              busy={actions.busy === 'resume'}
              icon={<Play aria-hidden size={16} strokeWidth={1.75} />}
              onClick={() => void actions.resume(issue)}
            >
              Resume
            </Button>
          ) : (
            <Button
              size="sm"
              busy={actions.busy === 'pause'}
              icon={<Pause aria-hidden size={16} strokeWidth={1.75} />}
              onClick={() => void actions.pause(issue)}
            >
              Pause
            </Button>
          )}
        </div>
      </div>
      <IssueBar issue={issue} />
      <Stalled issue={issue} />
      <IssueTroubles issue={issue} />
    </section>
  );
}

/** Milliseconds after which an issue of which nothing has left is worth a word. */
const quiet = 30_000;

/** The mails of an issue wait for a mail server that is away, each with tries of its own: that is said, not shown as progress. */
function Stalled({ issue: { state, waiting, recipients, created_at } }: { issue: NewsletterIssue }) {
  const [pause] = useState(() => Math.max(0, Date.parse(created_at) + quiet - Date.now()));
  const late = useDelayed(state === 'sending' && waiting > 0 && waiting === recipients, pause);
  if (!late) return null;
  return (
    <p role="status" className="mt-3 text-pretty text-muted text-ui">
      Nothing has left yet. If the mail server does not answer, it is tried again by itself.
    </p>
  );
}

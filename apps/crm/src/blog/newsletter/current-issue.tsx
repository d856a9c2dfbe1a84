import { TimeText } from '@docfolio/admin/records/time-text';
import type { NewsletterIssue } from '@docfolio/contracts/entities/newsletter';
import { Button } from '@docfolio/ui/buttons/button';
import { Badge } from '@docfolio/ui/display/badge';
import { Pause, Play, RotateCw } from 'lucide-react';
import { IssueBar } from './issue-bar.js';
import { IssueTroubles } from './issue-troubles.js';
import { heldUpWords, stateWords, subscribers } from './issue-words.js';
import type { NewsletterActions } from './use-newsletter.js';

export function CurrentIssue({ issue, actions }: { issue: NewsletterIssue; actions: NewsletterActions }) {
  const { state, recipients, failed, held_up, created_at } = issue;
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
      {state === 'sending' && held_up && (
        <p role="status" className="mt-3 text-pretty text-muted text-ui">
          {heldUpWords(held_up)}
        </p>
      )}
      <IssueTroubles issue={issue} />
    </section>
  );
}

import { TimeText } from '@docfolio/admin/records/time-text';
import type { NewsletterIssue } from '@docfolio/contracts/entities/newsletter';
import { Button } from '@docfolio/ui/buttons/button';
import { RotateCw } from 'lucide-react';
import { IssueBar } from './issue-bar.js';
import { IssueTroubles } from './issue-troubles.js';
import { subscribers } from './issue-words.js';
import type { NewsletterActions } from './use-newsletter.js';

interface EarlierIssuesProps {
  issues: readonly NewsletterIssue[];
  actions: NewsletterActions;
}

export function EarlierIssues({ issues, actions }: EarlierIssuesProps) {
  if (issues.length === 0) return null;
  return (
    <section aria-label="Earlier issues">
      <h3 className="mb-2 text-muted text-ui">Earlier issues</h3>
      <ul className="flex flex-col gap-3">
        {issues.map((issue) => (
          <li key={issue.id} className="rounded-note border border-line px-4 py-3">
            <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3">
              <p className="text-ink text-ui">To {subscribers(issue.recipients)}</p>
              <TimeText at={issue.finished_at ?? issue.created_at} as="minute" className="mono text-faint text-mono" />
              {issue.failed > 0 && (
                <Button
                  size="sm"
                  className="ml-auto"
                  busy={actions.busy === 'retry'}
                  icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}
                  onClick={() => void actions.retry(issue)}
                >
                  Retry failed
                </Button>
              )}
            </div>
            <IssueBar issue={issue} />
            <IssueTroubles issue={issue} />
          </li>
        ))}
      </ul>
    </section>
  );
}

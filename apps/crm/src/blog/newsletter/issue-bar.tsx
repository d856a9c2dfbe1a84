import type { NewsletterIssue } from '@docfolio/contracts/entities/newsletter';
import { classNames } from '@docfolio/ui/class-names';

const parts = [
  { key: 'sent', word: 'sent', fill: 'bg-success', text: 'text-success' },
  { key: 'failed', word: 'failed', fill: 'bg-danger', text: 'text-danger' },
  { key: 'unknown', word: 'unknown', fill: 'bg-warning', text: 'text-warning' },
  { key: 'waiting', word: 'waiting', fill: 'bg-select', text: 'text-faint' },
] as const;

/** The progress of a newsletter issue: sent, failed and waiting emails, and those of unknown outcome. */
export function IssueBar({ issue }: { issue: NewsletterIssue }) {
  const { recipients } = issue;
  const settled = issue.sent + issue.failed + issue.unknown;
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Newsletter"
        aria-valuemin={0}
        aria-valuemax={recipients}
        aria-valuenow={settled}
        aria-valuetext={`${settled} of ${recipients}`}
        className="flex h-1.5 overflow-hidden rounded-bar bg-select"
      >
        {parts.map(({ key, fill }) => (
          <div
            key={key}
            style={{ width: `${recipients ? (issue[key] / recipients) * 100 : 0}%` }}
            className={classNames('transition-[width] duration-150 motion-reduce:transition-none', fill)}
          />
        ))}
      </div>
      <dl className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-ui">
        {parts.map(({ key, word, fill, text }) => (
          <div key={key} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={classNames('size-1.5 rounded-full', fill)} />
            <dt className="order-last text-muted">{word}</dt>
            <dd className={classNames('mono text-mono', issue[key] > 0 ? text : 'text-faint')}>
              {issue[key].toLocaleString('en-US')}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

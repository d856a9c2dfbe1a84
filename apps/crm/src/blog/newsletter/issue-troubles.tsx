import { TimeText } from '@docfolio/admin/records/time-text';
import { queryOf } from '@docfolio/api-client/query';
import { type NewsletterDelivery, type NewsletterIssue, newsletter } from '@docfolio/contracts/entities/newsletter';
import { Button } from '@docfolio/ui/buttons/button';
import { Spinner } from '@docfolio/ui/display/spinner';
import { useQuery } from '@tanstack/react-query';

const shown = 100;

/** Lists an issue's emails that failed or have an unknown outcome (at most 100 each), with the reason. */
export function IssueTroubles({ issue }: { issue: NewsletterIssue }) {
  return (
    <>
      {issue.failed > 0 && <Troubles issue={issue} state="failed" title="Failed" />}
      {issue.unknown > 0 && (
        <Troubles
          issue={issue}
          state="unknown"
          title="Outcome unknown"
          detail="The sender stopped while it handed these over. They may have arrived, so they are not sent again."
        />
      )}
    </>
  );
}

interface TroublesProps {
  issue: NewsletterIssue;
  state: 'failed' | 'unknown';
  title: string;
  detail?: string;
}

function Troubles({ issue, state, title, detail }: TroublesProps) {
  const list = useQuery(queryOf(newsletter.deliveries, { id: issue.id, state, limit: shown }));
  const count = issue[state];
  return (
    <details className="group mt-3 border-line border-t pt-3">
      <summary className="touch-target cursor-pointer rounded-bar text-ink text-ui">
        {title} <span className="mono text-faint text-mono">({count.toLocaleString('en-US')})</span>
      </summary>
      {detail && <p className="mt-1 text-muted text-ui">{detail}</p>}
      {list.data ? (
        <ul aria-label={title} className="mt-2 max-h-56 divide-y divide-hairline overflow-y-auto">
          {list.data.items.map((delivery) => (
            <Trouble key={delivery.id} delivery={delivery} />
          ))}
          {list.data.total > list.data.items.length && (
            <li className="py-2 text-faint text-ui">
              and {(list.data.total - list.data.items.length).toLocaleString('en-US')} more
            </li>
          )}
        </ul>
      ) : list.isError ? (
        <p role="alert" className="mt-2 flex items-center gap-3 text-danger text-ui">
          They could not be loaded.
          <Button size="sm" busy={list.isFetching} onClick={() => void list.refetch()}>
            Retry
          </Button>
        </p>
      ) : (
        <Spinner className="mt-2 text-faint" />
      )}
    </details>
  );
}

function Trouble({ delivery: { email, last_error, at } }: { delivery: NewsletterDelivery }) {
  return (
    <li className="py-2">
      <div className="flex items-baseline gap-3">
        <span className="mono min-w-0 truncate text-ink text-mono">{email ?? 'address forgotten'}</span>
        <TimeText at={at} as="minute" className="mono ml-auto shrink-0 text-faint text-mono" />
      </div>
      <p className="text-caption text-muted [overflow-wrap:anywhere]">{last_error ?? 'No reason was given.'}</p>
    </li>
  );
}

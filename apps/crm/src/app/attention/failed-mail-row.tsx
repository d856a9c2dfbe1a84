import type { FailedMail } from '@docfolio/contracts/mail';
import { Button } from '@docfolio/ui/buttons/button';
import { MailWarning } from 'lucide-react';
import { RecordLink } from '../../records/record-link.js';
import { Dot, TimeText } from '../../records/time-text.js';
import { AttentionRow } from './attention-section.js';
import type { AttentionActions } from './use-attention-actions.js';

export function FailedMailRow({ mail, actions }: { mail: FailedMail; actions: AttentionActions }) {
  const { id, subject, to, last_error, created_at, lead_id } = mail;
  const busy = actions.busy.has(id);
  return (
    <AttentionRow
      icon={<MailWarning size={16} strokeWidth={1.75} />}
      title={subject}
      about={<>to {to ?? 'you'}</>}
      why={reasonOf(last_error)}
      time={
        <>
          <TimeText at={created_at} as="minute" className="mono text-faint text-mono" />
          {lead_id && (
            <>
              <Dot />
              <RecordLink to={`/admin/leads/${lead_id}`}>Open lead</RecordLink>
            </>
          )}
        </>
      }
      actions={
        <>
          <Button size="sm" busy={busy} aria-label={`Try again: ${subject}`} onClick={() => actions.retryMail(mail)}>
            Try again
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            aria-label={`Dismiss: ${subject}`}
            onClick={() => actions.dismissMail(mail)}
          >
            Dismiss
          </Button>
        </>
      }
    />
  );
}

/** Explains an email's error code: SMTP status, network error, exceeded hourly limit, or null. */
function reasonOf(code: string | null): string {
  if (!code) return 'The mail server gave no reason';
  if (code === 'hourly limit') return 'Over the hourly limit of mails to visitors (PUBLIC_MAILS_PER_HOUR)';
  if (code.startsWith('SMTP ')) return `The mail server refused it (${code})`;
  return /^E[A-Z]+$/.test(code) ? `The mail server could not be reached (${code})` : `It could not be sent (${code})`;
}

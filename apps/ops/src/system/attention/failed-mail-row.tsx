import { RecordLink } from '@docfolio/admin/records/record-link';
import { Dot, TimeText } from '@docfolio/admin/records/time-text';
import type { FailedMail } from '@docfolio/contracts/entities/mail';
import { Button } from '@docfolio/ui/buttons/button';
import { MailWarning } from 'lucide-react';
import { AttentionRow } from './attention-section.js';
import { mailReason } from './mail-words.js';
import type { AttentionActions } from './use-attention-actions.js';

export function FailedMailRow({ mail, actions }: { mail: FailedMail; actions: AttentionActions }) {
  const { id, subject, to, last_error, created_at, lead_id } = mail;
  const busy = actions.busy.has(id);
  return (
    <AttentionRow
      icon={<MailWarning size={16} strokeWidth={1.75} />}
      title={subject}
      about={<>to {to ?? 'you'}</>}
      why={mailReason(last_error)}
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

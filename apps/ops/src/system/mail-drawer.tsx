import { RecordLink } from '@docfolio/admin/records/record-link';
import { TimeText } from '@docfolio/admin/records/time-text';
import { FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { Drawer } from '@docfolio/ui/overlays/drawer';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { mailReason } from './attention/mail-words.js';
import type { useFailedMails } from './attention/use-attention.js';
import type { AttentionActions } from './attention/use-attention-actions.js';
import { CopyLink } from './copy-link.js';
import { DiscardButton, DrawerFooter, KeyButton } from './drawer-footer.js';
import { MissingLetter } from './missing-letter.js';
import type { Opening } from './system-address.js';

interface MailDrawerProps {
  id: string;
  mails: ReturnType<typeof useFailedMails>;
  opening: Opening;
  actions: AttentionActions;
}

/** An email that could not be sent, with a button that sends it again. */
export function MailDrawer({ id, mails: { list, rows }, opening, actions }: MailDrawerProps) {
  const [asking, setAsking] = useState(false);
  const at = rows.findIndex((row) => row.id === id);
  const mail = rows[at];
  const show = (next: number) => rows[next] && (() => opening.open({ mail: rows[next]!.id }));
  const [previous, next] = at < 0 ? [] : [show(at - 1), show(at + 1)];
  const showNext = next ?? previous ?? opening.close;
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && opening.close()}
      title={<span className="break-words">{mail?.subject ?? 'Email'}</span>}
      subtitle={mail && 'An email that could not be sent'}
      position={at < 0 ? undefined : `${at + 1} / ${rows.length}`}
      onPrevious={previous}
      onNext={next}
      tools={<CopyLink />}
      footer={
        mail && (
          <DrawerFooter text="The email was not sent.">
            <DiscardButton disabled={actions.busy.has(id)} onClick={() => setAsking(true)} />
            <KeyButton
              label="Resend"
              letter="R"
              variant="primary"
              icon={<Send aria-hidden size={16} strokeWidth={1.75} />}
              busy={actions.busy.has(id)}
              onClick={() => actions.retryMail(mail, showNext)}
            />
            <ConfirmDialog
              open={asking}
              title="Discard this email?"
              detail="It is not sent again. This action cannot be undone."
              confirm="Discard"
              busy={actions.busy.has(id)}
              onCancel={() => setAsking(false)}
              onConfirm={() =>
                actions.dismissMail(mail, () => {
                  setAsking(false);
                  showNext();
                })
              }
            />
          </DrawerFooter>
        )
      }
    >
      {mail ? (
        <FieldList className="mt-4">
          <FieldRow name="To">
            <span className="break-words">{mail.to ?? 'You'}</span>
          </FieldRow>
          <FieldRow name="Reason">{mailReason(mail.last_error)}</FieldRow>
          <FieldRow name="Created" mono>
            <TimeText at={mail.created_at} as="minute" />
          </FieldRow>
          {mail.lead_id && (
            <FieldRow name="Lead">
              <RecordLink to={`/admin/leads/${mail.lead_id}`}>Open lead</RecordLink>
            </FieldRow>
          )}
        </FieldList>
      ) : (
        <MissingLetter one="email" list={list} />
      )}
    </Drawer>
  );
}

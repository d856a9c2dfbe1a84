import { TimeText } from '@docfolio/admin/records/time-text';
import type { DeadLetter } from '@docfolio/contracts/entities/dead-letter';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { ChevronRight, PackageOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { AttentionRow } from './attention-section.js';
import { fieldsOf, kindOf, reasonOf, senderOf } from './submission-words.js';

interface DeadLetterRowProps {
  submission: DeadLetter;
  busy: boolean;
  onDismiss: () => void;
}

/** A row about a dead letter: a form submission that was queued and then refused. A button expands its content. */
export function DeadLetterRow({ submission, busy, onDismiss }: DeadLetterRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const sender = senderOf(submission);
  const kind = kindOf(submission);
  const fields = fieldsOf(submission);
  return (
    <AttentionRow
      icon={<PackageOpen size={16} strokeWidth={1.75} />}
      title={kind}
      about={sender && <>from {sender}</>}
      why={reasonOf(submission)}
      time={<TimeText at={submission.at} as="minute" className="mono text-faint text-mono" />}
      actions={
        <Button
          size="sm"
          busy={busy}
          aria-label={`Dismiss: ${kind}${sender ? ` from ${sender}` : ''}`}
          onClick={onDismiss}
        >
          Dismiss
        </Button>
      }
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="touch-target mt-1 -ml-1 inline-flex h-7 items-center gap-1 rounded-control pr-2 text-muted transition-colors hover:text-ink"
      >
        <ChevronRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={classNames('text-faint transition-transform', open && 'rotate-90')}
        />
        What was sent
      </button>
      <div id={id} hidden={!open}>
        <FieldList className="mt-1">
          {fields.map(({ name, text }) => (
            <FieldRow key={name} name={name}>
              <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
            </FieldRow>
          ))}
        </FieldList>
        {fields.length === 0 && <p className="py-1.5 text-faint text-ui">Nothing was filled in.</p>}
      </div>
    </AttentionRow>
  );
}

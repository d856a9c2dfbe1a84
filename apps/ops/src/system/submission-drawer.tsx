import { useContractForm } from '@docfolio/admin/records/contract-form';
import { RecordFormFields } from '@docfolio/admin/records/record-form-fields';
import { exactTimeOf } from '@docfolio/admin/records/record-texts';
import type { DeadLetter } from '@docfolio/contracts/entities/dead-letter';
import { Badge } from '@docfolio/ui/display/badge';
import { FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { Drawer } from '@docfolio/ui/overlays/drawer';
import { Send } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { type SubmissionForm, submissionForm } from './attention/submission-form.js';
import { fieldsOf, kindOf, reasonOf } from './attention/submission-words.js';
import type { DeadLetterOperations, useDeadLetters } from './attention/use-attention.js';
import type { AttentionActions } from './attention/use-attention-actions.js';
import { CopyLink } from './copy-link.js';
import { DiscardButton, DrawerFooter, KeyButton } from './drawer-footer.js';
import { MissingLetter } from './missing-letter.js';
import type { Opening } from './system-address.js';
import { useResend } from './use-resend.js';

interface SubmissionDrawerProps {
  id: string;
  submissions: ReturnType<typeof useDeadLetters>;
  opening: Opening;
  actions: AttentionActions;
}

interface Frame {
  open: true;
  onOpenChange: (open: boolean) => void;
  tools: ReactNode;
  position?: string;
  onPrevious?: () => void;
  onNext?: () => void;
}

/** A refused form submission, with its fields to correct and a button that submits it again. */
export function SubmissionDrawer({ id, submissions: { rows, parts }, opening, actions }: SubmissionDrawerProps) {
  const at = rows.findIndex(({ row }) => row.id === id);
  const found = rows[at];
  const show = (next: number) => rows[next] && (() => opening.open({ submission: rows[next]!.row.id }));
  const [previous, next] = at < 0 ? [] : [show(at - 1), show(at + 1)];
  const frame: Frame = {
    open: true,
    onOpenChange: (open) => !open && opening.close(),
    tools: <CopyLink />,
    position: at < 0 ? undefined : `${at + 1} / ${rows.length}`,
    onPrevious: previous,
    onNext: next,
  };
  if (!found)
    return (
      <Drawer {...frame} title="Form">
        <MissingLetter
          one="form"
          list={parts.find(({ list }) => list.isPending || list.isError)?.list ?? parts[0]!.list}
        />
      </Drawer>
    );
  const props = {
    letter: found.row,
    operations: found.part.of,
    frame,
    actions,
    onDone: next ?? previous ?? opening.close,
  };
  const form = submissionForm(found.row);
  // A form keeps the values of the submission that it began with.
  return form ? <Correction key={id} of={form} {...props} /> : <Sent {...props} />;
}

interface LetterProps {
  letter: DeadLetter;
  operations: DeadLetterOperations;
  frame: Frame;
  actions: AttentionActions;
  onDone: () => void;
}

const headOf = (letter: DeadLetter) => ({
  title: kindOf(letter),
  subtitle: (
    <>
      {reasonOf(letter)} · <time dateTime={letter.at}>{exactTimeOf(letter.at)}</time>
    </>
  ),
  action: <Badge tone="danger">Refused</Badge>,
});

function Correction({ of, letter, operations, frame, actions, onDone }: LetterProps & { of: SubmissionForm }) {
  const formId = useId();
  const form = useContractForm(of, of.values);
  const { busy, resend } = useResend({ letter, operations, form, fields: of.fields, onDone });
  const { isDirty } = form.formState;
  // Shows without a click why the submission is refused.
  useEffect(() => void form.trigger(undefined, { shouldFocus: true }), [form]);
  return (
    <Drawer
      {...frame}
      {...headOf(letter)}
      dirty={isDirty}
      onPrevious={isDirty ? undefined : frame.onPrevious}
      onNext={isDirty ? undefined : frame.onNext}
      footer={
        <LetterFooter letter={letter} operations={operations} actions={actions} onDone={onDone}>
          <KeyButton
            label="Resend"
            letter="R"
            variant="primary"
            type="submit"
            form={formId}
            icon={<Send aria-hidden size={16} strokeWidth={1.75} />}
            busy={busy}
          />
        </LetterFooter>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Correct and resend"
        className="mt-5"
        onSubmit={(event) => void form.handleSubmit(resend)(event)}
      >
        <RecordFormFields form={form} fields={of.fields} focusesFirst={false} />
      </form>
    </Drawer>
  );
}

/** A submission of an operation that this version of the CRM does not know: it can only be read and discarded. */
function Sent({ frame, ...props }: LetterProps) {
  return (
    <Drawer {...frame} {...headOf(props.letter)} footer={<LetterFooter {...props} />}>
      <FieldList className="mt-4">
        {fieldsOf(props.letter).map(({ name, text }) => (
          <FieldRow key={name} name={name}>
            <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
          </FieldRow>
        ))}
      </FieldList>
    </Drawer>
  );
}

interface LetterFooterProps extends Omit<LetterProps, 'frame'> {
  children?: ReactNode;
}

function LetterFooter({ letter, operations, actions, onDone, children }: LetterFooterProps) {
  const [asking, setAsking] = useState(false);
  const busy = actions.busy.has(letter.id);
  return (
    <DrawerFooter text="It was not stored.">
      <DiscardButton disabled={busy} onClick={() => setAsking(true)} />
      {children}
      <ConfirmDialog
        open={asking}
        title="Discard this form?"
        detail={`The ${kindOf(letter).toLowerCase()} will be removed for good. This action cannot be undone.`}
        confirm="Discard"
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => actions.dismissSubmission(letter, operations, { onDone, onEnd: () => setAsking(false) })}
      />
    </DrawerFooter>
  );
}

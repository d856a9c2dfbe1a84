import { useSession } from '@docfolio/api-client/session';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { Button } from '@docfolio/ui/buttons/button';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Kbd } from '@docfolio/ui/keyboard/kbd';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { type KeyboardEvent, useState } from 'react';
import { discardFormDraft, formDraftOf } from './form-drafts.js';
import type { RecordForm } from './form-field.js';
import { RecordFormFields } from './record-form-fields.js';
import type { EditableRecord } from './record-kind.js';
import { StaleNotice } from './stale-notice.js';
import type { FormRoute } from './use-form-route.js';
import { draftKeyOf, useRecordEditor } from './use-record-editor.js';
import { useRecord } from './use-record-list.js';

export interface RecordDialogProps<R extends EditableRecord> {
  of: RecordForm<R>;
  route: FormRoute;
}

/** The dialog that adds or edits the record that `route` (in the URL) names. */
export function RecordDialog<R extends EditableRecord>({ of, route }: RecordDialogProps<R>) {
  if (route.adding) return <Editor key="add" of={of} record={null} onClose={route.close} />;
  if (route.editing) return <EditDialog key={route.editing} of={of} id={route.editing} onClose={route.close} />;
  return null;
}

function EditDialog<R extends EditableRecord>({
  of,
  id,
  onClose,
}: {
  of: RecordForm<R>;
  id: string;
  onClose: () => void;
}) {
  const { one } = of.kind;
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useRecord(of.kind, id);
  // A restored draft is edited against the record that it began with: saving detects later changes.
  const [draft] = useState(() => formDraftOf<R>(draftKeyOf(of, id), user?.id));
  const record = draft?.base ?? data;
  if (record) return <Editor of={of} record={record} onClose={onClose} />;
  const missing = error instanceof ProblemError && error.code === 'not_found';
  return (
    <Dialog open onOpenChange={onClose} title={of.words.editTitle}>
      <DialogBody className="grid min-h-60 place-items-center">
        {missing ? (
          <EmptyState title={`This ${one} is not here`} detail="It was deleted." />
        ) : error ? (
          <ErrorState title={`Failed to fetch ${one}`} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Spinner size={20} className="text-faint" />
        )}
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button variant="ghost">Close</Button>
        </DialogClose>
      </DialogFooter>
    </Dialog>
  );
}

interface EditorProps<R extends EditableRecord> {
  of: RecordForm<R>;
  record: R | null;
  onClose: () => void;
}

function Editor<R extends EditableRecord>({ of, record, onClose }: EditorProps<R>) {
  const { form, stale, submit, saving, dirty, draftKey } = useRecordEditor({ of, record, onSaved: onClose });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!saving) void submit();
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        // Called after the user chose to discard what was typed, if anything was.
        discardFormDraft(draftKey);
        onClose();
      }}
      title={record ? of.words.editTitle : of.words.addTitle}
      dirty={dirty}
    >
      <form
        noValidate
        className="contents"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving) void submit();
        }}
      >
        <DialogBody>
          {stale && <StaleNotice one={of.kind.one} stale={stale} form={form} />}
          <RecordFormFields form={form} fields={of.fields} />
        </DialogBody>
        <DialogFooter>
          <span aria-hidden="true" className="mr-auto flex items-center gap-1 text-caption text-faint touch:hidden">
            <Kbd>Ctrl</Kbd>
            <Kbd>Enter</Kbd>
          </span>
          <DialogClose>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={saving}>
            {record ? of.words.update : of.words.create}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

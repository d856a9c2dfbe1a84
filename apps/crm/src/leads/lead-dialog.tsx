import { useSession } from '@docfolio/api-client/session';
import type { Lead } from '@docfolio/contracts/lead';
import { ProblemError } from '@docfolio/contracts/problem';
import { Button } from '@docfolio/ui/button';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/dialog';
import { EmptyState } from '@docfolio/ui/empty-state';
import { ErrorState } from '@docfolio/ui/error-state';
import { Kbd } from '@docfolio/ui/kbd';
import { Spinner } from '@docfolio/ui/spinner';
import { type KeyboardEvent, useState } from 'react';
import { draftOf, dropDraft } from './lead-drafts.js';
import { LeadFormFields } from './lead-form-fields.js';
import { useLead } from './lead-queries.js';
import { LeadStaleNotice } from './lead-stale-notice.js';
import { useLeadEditor } from './use-lead-editor.js';
import type { LeadFormRoute } from './use-lead-form.js';

/** Add Lead and Edit Lead, over whatever is on the page. */
export function LeadDialog({ form }: { form: LeadFormRoute }) {
  if (form.adding) return <Editor key="add" lead={null} onClose={form.close} />;
  if (form.editing) return <EditDialog key={form.editing} id={form.editing} onClose={form.close} />;
  return null;
}

function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useLead(id);
  // What was typed before belongs to the lead as it was then; a save finds out what has changed since.
  const [draft] = useState(() => draftOf(id, user?.id));
  const lead = draft?.base ?? data;
  if (lead) return <Editor lead={lead} onClose={onClose} />;
  const missing = error instanceof ProblemError && error.code === 'not_found';
  return (
    <Dialog open onOpenChange={onClose} title="Edit Lead">
      <DialogBody className="grid min-h-60 place-items-center">
        {missing ? (
          <EmptyState title="This lead is not here" detail="It was deleted." />
        ) : error ? (
          <ErrorState title="Failed to fetch lead" onRetry={() => void refetch()} retrying={isFetching} />
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

function Editor({ lead, onClose }: { lead: Lead | null; onClose: () => void }) {
  const { form, stale, submit, saving, dirty, draftKey } = useLeadEditor({ lead, onSaved: onClose });
  const save = lead ? 'Update Lead' : 'Create Lead';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!saving) void submit();
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        // Reached only when nothing was typed, or when it was given up.
        dropDraft(draftKey);
        onClose();
      }}
      title={lead ? 'Edit Lead' : 'Add New Lead'}
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
          {stale && <LeadStaleNotice stale={stale} form={form} />}
          <LeadFormFields form={form} />
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
            {save}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

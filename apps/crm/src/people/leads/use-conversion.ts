import { showOnFields } from '@docfolio/admin/records/contract-form';
import { isSessionEnd, sessionEnded } from '@docfolio/admin/records/failure-toast';
import { discardFormDraft, formDraftOf } from '@docfolio/admin/records/form-drafts';
import type { FormState, RecordForm } from '@docfolio/admin/records/form-field';
import { reloadLists, replaceRecord } from '@docfolio/admin/records/record-cache';
import type { EditableRecord } from '@docfolio/admin/records/record-kind';
import { useDraftedForm } from '@docfolio/admin/records/use-drafted-form';
import { queryKeyOf, queryOf, useOperation } from '@docfolio/api-client/query';
import { useSession } from '@docfolio/api-client/session';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { emailAddress } from '@docfolio/contracts/core/text';
import { clients } from '@docfolio/contracts/entities/client';
import { conversions } from '@docfolio/contracts/entities/conversion';
import type { Lead } from '@docfolio/contracts/entities/lead';
import { timeline } from '@docfolio/contracts/entities/timeline';
import { toast } from '@docfolio/ui/runtime';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { clientForm } from '../clients/client-form.js';
import { clientKind } from '../clients/client-kind.js';
import { projectForm } from '../projects/project-form.js';
import { projectKind } from '../projects/project-kind.js';
import { clientOf, projectOf } from './convert-prefill.js';
import { leadKind } from './lead-kind.js';

/** A new client, or the existing one with the same email. */
export type ClientChoice = 'new' | 'existing';

const draftKey = (lead: Lead, part: 'client' | 'project') => `conversion ${lead.id} ${part}`;

/** Returns the forms of a conversion's client and project, and which of them are used. */
function useConversionForms(lead: Lead) {
  const { user } = useSession();
  const [withClient, setWithClient] = useState(lead.client_id === null);
  const [withProject, setWithProject] = useState(
    () => lead.client_id !== null || formDraftOf(draftKey(lead, 'project'), user?.id) !== undefined,
  );
  const [choice, setChoice] = useState<ClientChoice>('existing');
  const { form: asClient, isDirty: clientDirty } = useDraftedForm({
    of: clientForm,
    defaultValues: clientOf(lead),
    base: lead,
    draftKey: draftKey(lead, 'client'),
  });
  const { form: asProject, isDirty: projectDirty } = useDraftedForm({
    of: projectForm,
    defaultValues: projectOf(lead),
    base: lead,
    draftKey: draftKey(lead, 'project'),
  });
  const known = useKnownClient(asClient, withClient);
  return {
    asClient,
    asProject,
    withClient,
    setWithClient,
    withProject,
    setWithProject,
    known,
    choice,
    setChoice,
    usesKnown: withClient && choice === 'existing' && known !== undefined,
    dirty: clientDirty || projectDirty,
    drop: () => {
      discardFormDraft(draftKey(lead, 'client'));
      discardFormDraft(draftKey(lead, 'project'));
    },
  };
}

/** Returns a conversion's forms and `submit`. A failure keeps what was typed. */
export function useConversion(lead: Lead, onDone: () => void) {
  const client = useQueryClient();
  const forms = useConversionForms(lead);
  const { asClient, asProject, withClient, withProject, known, usesKnown } = forms;
  const [sending, setSending] = useState(false);
  const { mutateAsync: convert } = useOperation(conversions.create);

  const submit = async () => {
    if (sending || !(withClient || withProject)) return;
    const newClient = withClient && !usesKnown;
    // One after the other: each moves the focus to its first invalid field; the client's form, on top, comes last.
    const project = withProject ? await parsedFields(asProject) : undefined;
    const newOne = newClient ? await parsedFields(asClient) : undefined;
    if ((withProject && !project) || (newClient && !newOne)) return;
    setSending(true);
    try {
      const parts = { ...(newOne && { client: newOne }), ...(project && { project: { ...project, client_id: null } }) };
      const input = { id: lead.id, ...(usesKnown && { client_id: known?.id }), ...parts };
      // The forms have parsed the parts with this operation's schemas.
      const done = await convert(input as CallInput<typeof conversions.create>);
      forms.drop();
      replaceRecord(client, leadKind, done.lead);
      toast({ title: 'Success', description: 'Lead converted successfully' });
      onDone();
      await Promise.all([
        reloadLists(client, leadKind),
        reloadLists(client, clientKind),
        reloadLists(client, projectKind),
        client.invalidateQueries({ queryKey: queryKeyOf(timeline.list) }),
      ]);
    } catch (error) {
      if (error instanceof ProblemError && showObjections(error, asClient, asProject)) return;
      console.error('Converting a lead failed', error);
      const description = isSessionEnd(error) ? sessionEnded : 'Failed to convert lead';
      toast({ title: 'Error', description, variant: 'destructive' });
    } finally {
      setSending(false);
    }
  };
  return { ...forms, sending, submit };
}

/** Validates a form and shows its errors. @returns the parsed fields; undefined if one is invalid */
async function parsedFields(form: FormState): Promise<Record<string, unknown> | undefined> {
  let fields: Record<string, unknown> | undefined;
  await form.handleSubmit((parsed) => {
    fields = parsed;
  })();
  return fields;
}

/** Returns the client with the email typed in the form, ignoring case. */
function useKnownClient(form: FormState, wanted: boolean) {
  const typed = useWatch({ control: form.control, name: 'email' });
  const email = emailAddress.safeParse(typed);
  const enabled = wanted && email.success;
  const { data } = useQuery({ ...queryOf(clients.list, { email: email.data ?? '', limit: 1 }), enabled });
  return enabled ? data?.items[0] : undefined;
}

/** Shows a server's field errors in both forms. @returns whether each error has a field */
function showObjections(error: ProblemError, asClient: FormState, asProject: FormState): boolean {
  const parts: [string, FormState, RecordForm<EditableRecord>][] = [
    ['client.', asClient, clientForm as unknown as RecordForm<EditableRecord>],
    ['project.', asProject, projectForm as unknown as RecordForm<EditableRecord>],
  ];
  const all = error.errors ?? [];
  const shown = parts.flatMap(([prefix, form, of]) => {
    const about = all.filter(({ path }) => path.startsWith(prefix));
    const errors = about.map(({ path, message }) => ({ path: path.slice(prefix.length), message }));
    const own = new ProblemError(error.code, { errors });
    return about.length > 0 && showOnFields(form, of, own) ? about : [];
  });
  return shown.length > 0 && shown.length === all.length;
}

import { queryKeyOf, queryOf, useOperation } from '@docfolio/api-client/query';
import { useSession } from '@docfolio/api-client/session';
import { clients } from '@docfolio/contracts/client';
import { conversions } from '@docfolio/contracts/conversion';
import type { Lead } from '@docfolio/contracts/lead';
import type { CallInput } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import { emailAddress } from '@docfolio/contracts/text';
import { timeline } from '@docfolio/contracts/timeline';
import { toast } from '@docfolio/ui/runtime';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { reloadLists, replaceRecord } from '../../records/record-cache.js';
import { draftOf, dropDraft } from '../../records/record-drafts.js';
import type { FormState, RecordForm } from '../../records/record-form.js';
import type { EditableRecord } from '../../records/record-kind.js';
import { showOnFields, useContractForm, useKeptDraft, useQuestionOnUnload } from '../../records/use-record-editor.js';
import { clientForm } from '../clients/client-form.js';
import { clientKind } from '../clients/client-kind.js';
import { projectForm } from '../projects/project-form.js';
import { projectKind } from '../projects/project-kind.js';
import { clientOf, projectOf } from './convert-prefill.js';
import { leadKind } from './lead-kind.js';

/** Whose project a conversion makes, or who the client is: a new one, or the one that has this address already. */
export type ClientChoice = 'new' | 'existing';

/** The two forms of a conversion, which of them count, and sending them. What was typed survives every failure. */
export function useConversion(lead: Lead, onDone: () => void) {
  const client = useQueryClient();
  const { user } = useSession();
  const key = (part: string) => `conversion ${lead.id} ${part}`;
  const [withClient, setWithClient] = useState(lead.client_id === null);
  const [withProject, setWithProject] = useState(
    () => lead.client_id !== null || draftOf(key('project'), user?.id) !== undefined,
  );
  const [choice, setChoice] = useState<ClientChoice>('existing');
  const [sending, setSending] = useState(false);
  const asClient = useContractForm(clientForm, clientOf(lead));
  const asProject = useContractForm(projectForm, projectOf(lead));
  useKeptDraft({ form: asClient, base: lead, draftKey: key('client'), userId: user?.id });
  useKeptDraft({ form: asProject, base: lead, draftKey: key('project'), userId: user?.id });
  const dirty = asClient.formState.isDirty || asProject.formState.isDirty;
  useQuestionOnUnload(dirty);
  const known = useKnownClient(asClient, withClient);
  const { mutateAsync: convert } = useOperation(conversions.create);
  const usesKnown = withClient && choice === 'existing' && known !== undefined;

  /** The parsed fields of a form that counts; undefined when something in it is wrong, which then stands on its field. */
  const fieldsOf = async (form: FormState) => {
    let fields: Record<string, unknown> | undefined;
    await form.handleSubmit((parsed) => {
      fields = parsed;
    })();
    return fields;
  };

  const drop = () => {
    for (const part of ['client', 'project']) dropDraft(key(part));
  };

  const submit = async () => {
    if (sending || !(withClient || withProject)) return;
    const newClient = withClient && !usesKnown;
    // Not at once: each moves the focus to what is wrong in it.
    const project = withProject ? await fieldsOf(asProject) : undefined;
    const newOne = newClient ? await fieldsOf(asClient) : undefined;
    if ((withProject && !project) || (newClient && !newOne)) return;
    setSending(true);
    try {
      // Parsed by the very schemas that the contract is made of.
      const parts = { ...(newOne && { client: newOne }), ...(project && { project: { ...project, client_id: null } }) };
      const input = { id: lead.id, ...(usesKnown && { client_id: known.id }), ...parts };
      const done = await convert(input as CallInput<typeof conversions.create>);
      drop();
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
      const ended = error instanceof ProblemError && error.status === 401;
      toast({
        title: 'Error',
        description: ended
          ? 'Your session has ended. Sign in again: what you typed is kept.'
          : 'Failed to convert lead',
        variant: 'destructive',
      });
    } finally {
      setSending(false);
    }
  };

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
    usesKnown,
    dirty,
    drop,
    sending,
    submit,
  };
}

/** Who has the address that stands in the form already, however it is spelt. */
function useKnownClient(form: FormState, wanted: boolean) {
  const typed = useWatch({ control: form.control, name: 'email' });
  const email = emailAddress.safeParse(typed);
  const enabled = wanted && email.success;
  const { data } = useQuery({ ...queryOf(clients.list, { email: email.data ?? '', limit: 1 }), enabled });
  return enabled ? data?.items[0] : undefined;
}

/** The server's objections on the fields of the part that they are about. */
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

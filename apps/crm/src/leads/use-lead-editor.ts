import { useOperation } from '@docfolio/api-client/query';
import { useSession } from '@docfolio/api-client/session';
import { type AddedLead, addedLead, type Lead, lead as leadSchema, leads } from '@docfolio/contracts/lead';
import { ProblemError } from '@docfolio/contracts/problem';
import { toast } from '@docfolio/ui/runtime';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { reloadLists, replaceLead } from './lead-cache.js';
import { draftOf, dropDraft, keepDraft } from './lead-drafts.js';
import {
  emptyLead,
  type LeadField,
  type LeadForm,
  leadFieldNames,
  leadFields,
  textOf,
  valuesOf,
} from './lead-values.js';
import { mergeStale, type StaleLead } from './stale-lead.js';

/** The form of one lead, `null` being a new one: what was typed survives every failure to save it. */
export function useLeadEditor({ lead, onSaved }: { lead: Lead | null; onSaved: () => void }) {
  const client = useQueryClient();
  const { user } = useSession();
  const draftKey = lead?.id ?? 'add';
  const [base, setBase] = useState(lead);
  const [stale, setStale] = useState<StaleLead | null>(null);
  const form: LeadForm = useForm({
    resolver: zodResolver(addedLead),
    defaultValues: base ? valuesOf(base) : emptyLead,
  });
  const { isDirty, isSubmitting } = form.formState;
  const { mutateAsync: create } = useOperation(leads.create);
  const { mutateAsync: patch } = useOperation(leads.patch);

  useKeptDraft({ form, base, draftKey, userId: user?.id });
  useQuestionOnUnload(isDirty);

  // A newer answer arrives while nothing has been typed: the form shows it. Afterwards the save finds out.
  useEffect(() => {
    if (!lead || isDirty || !base || lead.version === base.version) return;
    setBase(lead);
    form.reset(valuesOf(lead));
  }, [lead, base, isDirty, form]);

  async function save(values: AddedLead) {
    if (!base) {
      await create(values);
      toast({ title: 'Success', description: 'Lead created successfully' });
    } else {
      const saved = valuesOf(base);
      const typed = form.getValues();
      const changed = leadFields.filter((field) => textOf(typed, field) !== textOf(saved, field));
      if (changed.length > 0) {
        const fields = Object.fromEntries(changed.map((field) => [field, values[field]]));
        replaceLead(client, await patch({ id: base.id, version: base.version, ...fields }));
        toast({ title: 'Success', description: 'Lead updated successfully' });
      }
    }
    dropDraft(draftKey);
    onSaved();
    await reloadLists(client);
  }

  function takeStale(current: unknown): boolean {
    const now = leadSchema.safeParse(current);
    if (!base || !now.success) return false;
    const { merged, stale: difference } = mergeStale(base, form.getValues(), now.data);
    replaceLead(client, now.data);
    setBase(now.data);
    form.reset(valuesOf(now.data));
    form.reset(merged, { keepDefaultValues: true });
    setStale(difference);
    return true;
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values);
    } catch (error) {
      if (error instanceof ProblemError) {
        if (error.code === 'stale' && takeStale(error.current)) return;
        if (showOnFields(form, error)) return;
      }
      console.error('Saving a lead failed', error);
      toast({ title: 'Error', description: whyNot(error, base !== null), variant: 'destructive' });
    }
  });

  return { form, stale, submit, saving: isSubmitting, dirty: isDirty, draftKey };
}

/** Puts back what was typed before the form went away, and keeps what is typed now. */
function useKeptDraft({
  form,
  base,
  draftKey,
  userId,
}: {
  form: LeadForm;
  base: Lead | null;
  draftKey: string;
  userId: string | undefined;
}) {
  const owner = useRef(userId);
  const start = useRef(base);
  useEffect(() => {
    start.current = base;
  }, [base]);
  useEffect(() => {
    const draft = draftOf(draftKey, owner.current);
    if (draft) form.reset(draft.values, { keepDefaultValues: true });
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (!isDirty) dropDraft(draftKey);
        else if (owner.current) keepDraft(draftKey, { userId: owner.current, values, base: start.current });
      },
    });
  }, [form, draftKey]);
}

/** Leaving the site with something typed asks first, as the browser does it. */
function useQuestionOnUnload(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}

/** The server's objections on the fields they are about. False when it has others too, or none. */
function showOnFields(form: LeadForm, error: ProblemError): boolean {
  const about = (error.errors ?? []).filter(({ path }) => Object.hasOwn(leadFieldNames, path));
  for (const [index, { path, message }] of about.entries())
    form.setError(path as LeadField, { type: 'server', message }, { shouldFocus: index === 0 });
  return about.length > 0 && about.length === error.errors?.length;
}

function whyNot(error: unknown, editing: boolean): string {
  if (error instanceof ProblemError) {
    if (error.status === 401) return 'Your session has ended. Sign in again: what you typed is kept.';
    if (error.code === 'not_found') return 'This lead has been deleted meanwhile.';
  }
  return editing ? 'Failed to update lead' : 'Failed to create lead';
}

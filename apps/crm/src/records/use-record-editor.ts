import { useOperation } from '@docfolio/api-client/query';
import { useSession } from '@docfolio/api-client/session';
import { ProblemError } from '@docfolio/contracts/problem';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { toastFailure } from './failure-toast.js';
import { reloadLists, replaceRecord } from './record-cache.js';
import { draftOf, dropDraft, keepDraft } from './record-drafts.js';
import { type FormState, type FormValues, fieldErrorsOf, type RecordForm, textOf } from './record-form.js';
import type { EditableRecord, RecordKind } from './record-kind.js';
import { mergeStale, type StaleRecord } from './stale-record.js';

/** Under which a form's draft is kept. */
export function draftKeyOf<R extends EditableRecord>(of: RecordForm<R>, id: string | undefined): string {
  return `${of.kind.topic} ${id ?? ['add', of.filledFor].join(' ')}`;
}

/** A form's state over its contract: what is wrong stands on each field. */
export function useContractForm(
  { schema, inputOf }: Pick<RecordForm<EditableRecord>, 'schema' | 'inputOf'>,
  defaultValues: FormValues,
): FormState {
  return useForm<FormValues, unknown, Record<string, unknown>>({
    defaultValues,
    resolver: (values) => {
      const parsed = schema.safeParse(inputOf(values));
      return parsed.success ? { values: parsed.data, errors: {} } : { values: {}, errors: fieldErrorsOf(parsed.error) };
    },
  });
}

interface EditorOptions<R extends EditableRecord> {
  of: RecordForm<R>;
  /** `null` being a new one. */
  record: R | null;
  onSaved: (saved: R) => void;
}

/** The form of one record: what was typed survives every failure to save it. */
export function useRecordEditor<R extends EditableRecord>({ of, record, onSaved }: EditorOptions<R>) {
  const { kind, fields, words } = of;
  const client = useQueryClient();
  const { user } = useSession();
  const draftKey = draftKeyOf(of, record?.id);
  const [base, setBase] = useState(record);
  const [stale, setStale] = useState<StaleRecord<R> | null>(null);
  const form = useContractForm(of, base ? of.valuesOf(base) : of.empty);
  const { isDirty, isSubmitting } = form.formState;
  const { mutateAsync: create } = useOperation(of.create);
  const { mutateAsync: patch } = useOperation(of.patch);

  useKeptDraft({ form, base, draftKey, userId: user?.id });
  useQuestionOnUnload(isDirty);

  // A newer answer arrives while nothing has been typed: the form shows it. Afterwards the save finds out.
  useEffect(() => {
    if (!record || isDirty || !base || record.version === base.version) return;
    setBase(record);
    form.reset(of.valuesOf(record));
  }, [record, base, isDirty, form, of]);

  async function save(input: Record<string, unknown>) {
    let saved: R;
    if (!base) {
      saved = await create(input);
      toast({ title: 'Success', description: words.created });
    } else {
      const before = of.valuesOf(base);
      const typed = form.getValues();
      const changed = fields.filter((field) => textOf(typed, field) !== textOf(before, field));
      saved = base;
      if (changed.length > 0) {
        const changes = Object.fromEntries(changed.map(({ name }) => [name, input[name]]));
        saved = await patch({ id: base.id, version: base.version, ...changes });
        replaceRecord(client, kind, saved);
        toast({ title: 'Success', description: words.updated });
      }
    }
    dropDraft(draftKey);
    onSaved(saved);
    await reloadLists(client, kind);
  }

  function takeStale(current: unknown): boolean {
    const now = kind.get.output.safeParse(current);
    if (!base || !now.success) return false;
    const { merged, stale: difference } = mergeStale(of, base, form.getValues(), now.data);
    replaceRecord(client, kind, now.data);
    setBase(now.data);
    form.reset(of.valuesOf(now.data));
    form.reset(merged, { keepDefaultValues: true });
    setStale(difference);
    return true;
  }

  const submit = form.handleSubmit(async (input) => {
    try {
      await save(input);
    } catch (error) {
      if (error instanceof ProblemError) {
        if (error.code === 'stale' && takeStale(error.current)) return;
        if (showOnFields(form, of, error)) return;
      }
      console.error(`Saving a ${kind.one} failed`, error);
      toastFailure(kind, base ? words.updateFailed : words.createFailed, error, reasonOf(kind, error));
    }
  });

  return { form, stale, submit, saving: isSubmitting, dirty: isDirty, draftKey };
}

/** Puts back what was typed before the form went away, and keeps what is typed now. */
export function useKeptDraft<R extends EditableRecord>({
  form,
  base,
  draftKey,
  userId,
}: {
  form: FormState;
  base: R | null;
  draftKey: string;
  userId: string | undefined;
}) {
  const owner = useRef(userId);
  const start = useRef(base);
  useEffect(() => {
    start.current = base;
  }, [base]);
  useEffect(() => {
    const draft = draftOf<R>(draftKey, owner.current);
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
export function useQuestionOnUnload(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
}

/** The server's objections on the fields they are about. False when it has others too, or none. */
export function showOnFields(form: FormState, of: Pick<RecordForm<EditableRecord>, 'fields'>, error: ProblemError) {
  const fieldOf = (path: string) => of.fields.find(({ name }) => path === name || path.startsWith(`${name}.`));
  const about = (error.errors ?? []).filter(({ path }) => fieldOf(path));
  for (const [index, { path, message }] of about.entries())
    form.setError(fieldOf(path)!.name, { type: 'server', message }, { shouldFocus: index === 0 });
  return about.length > 0 && about.length === error.errors?.length;
}

/** What a failed save asks of whoever typed. */
function reasonOf<R extends EditableRecord>(kind: RecordKind<R>, error: unknown): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  if (error.status === 401) return 'Your session has ended. Sign in again: what you typed is kept.';
  return error.code === 'not_found' ? `This ${kind.one} has been deleted meanwhile.` : undefined;
}

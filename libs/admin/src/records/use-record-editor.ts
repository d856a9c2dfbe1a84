import { useOperation } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showOnFields } from './contract-form.js';
import { isSessionEnd, sessionEnded, toastFailure } from './failure-toast.js';
import { discardFormDraft } from './form-drafts.js';
import { type RecordForm, textOf } from './form-field.js';
import { reloadLists, replaceRecord } from './record-cache.js';
import type { EditableRecord, RecordKind } from './record-kind.js';
import { mergeStale, type StaleRecord } from './stale-record.js';
import { useDraftedForm } from './use-drafted-form.js';

/** Returns the key of a form's draft. @param id of the edited record; undefined for a new one */
export function draftKeyOf<R extends EditableRecord>(of: RecordForm<R>, id: string | undefined): string {
  return `${of.kind.topic} ${id ?? ['add', of.filledFor].join(' ')}`;
}

interface EditorOptions<R extends EditableRecord> {
  of: RecordForm<R>;
  /** Null to add one. */
  record: R | null;
  onSaved: (saved: R) => void;
}

/** Returns the form of one record and `submit`, which saves it. A failure keeps what was typed. */
export function useRecordEditor<R extends EditableRecord>({ of, record, onSaved }: EditorOptions<R>) {
  const { kind, fields, words } = of;
  const client = useQueryClient();
  const draftKey = draftKeyOf(of, record?.id);
  const [base, setBase] = useState(record);
  const [stale, setStale] = useState<StaleRecord | null>(null);
  const { form, isDirty } = useDraftedForm({ of, base, defaultValues: base ? of.valuesOf(base) : of.empty, draftKey });
  const { isSubmitting } = form.formState;
  const { mutateAsync: create } = useOperation(of.create);
  const { mutateAsync: patch } = useOperation(of.patch);

  // A newer version replaces the values if nothing is typed; otherwise saving detects the conflict.
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
    discardFormDraft(draftKey);
    onSaved(saved);
    await reloadLists(client, kind);
  }

  function takeStale(current: unknown): boolean {
    const now = kind.get.output.safeParse(current);
    if (!base || !now.success) return false;
    const { merged, fields: stale } = mergeStale(fields, of.valuesOf(base), form.getValues(), of.valuesOf(now.data));
    replaceRecord(client, kind, now.data);
    setBase(now.data);
    form.reset(of.valuesOf(now.data));
    form.reset(merged, { keepDefaultValues: true });
    setStale({ version: now.data.version, fields: stale });
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

/** Returns what the user can do about a failed save. */
function reasonOf<R extends EditableRecord>(kind: RecordKind<R>, error: unknown): string | undefined {
  if (isSessionEnd(error)) return sessionEnded;
  const isGone = error instanceof ProblemError && error.code === 'not_found';
  return isGone ? `This ${kind.one} has been deleted in the meantime.` : undefined;
}

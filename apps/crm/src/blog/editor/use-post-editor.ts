import { queryOf, useOperation } from '@docfolio/api-client/query';
import { type EditedPost, posts } from '@docfolio/contracts/post';
import { type ProblemCode, ProblemError } from '@docfolio/contracts/problem';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { reloadLists, replaceRecord } from '../../records/record-cache.js';
import type { FormValues } from '../../records/record-form.js';
import { showOnFields, useContractForm } from '../../records/use-record-editor.js';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { postKind } from '../posts/post-kind.js';
import { type Conflict, conflictOf } from './conflict.js';
import { changedFields, emptyPost, postForm, valuesOf } from './post-form.js';

/** Refusals that are about one field and don't name it. The contract's limit of a text counts characters, this one bytes. */
const onField: Partial<Record<ProblemCode, { name: string; message?: string }>> = {
  slug_taken: { name: 'slug' },
  body_too_large: { name: 'content', message: 'The text is too long to be saved' },
};

interface PostEditorOptions {
  /** Null: a new one. */
  post: EditedPost | null;
  /** What is still on its way into the text, as an image that is being uploaded. */
  settled: () => Promise<void>;
  onSaved: (saved: EditedPost, then: AfterSave) => void;
}

/** The button leads to the list (specification, section 4), the key Ctrl-S goes on writing. */
export type AfterSave = 'leave' | 'stay';

/** The post as it is now, and what is in question between it and the editor. */
export interface PostConflict {
  current: EditedPost;
  of: Conflict;
  /** The texts of this side were kept in the browser, and are not in the form yet. */
  restored: boolean;
}

const valuesOfBase = (base: EditedPost | null) => (base ? valuesOf(base) : emptyPost);

/** The form of one post, and saving it: nothing typed is lost, whatever the server answers. */
export function usePostEditor({ post, settled, onSaved }: PostEditorOptions) {
  const client = useQueryClient();
  const [base, showBase] = useState(post);
  /** The same at once: what is kept in the browser is compared with it before the page is drawn again. */
  const baseNow = useRef(post);
  const setBase = (next: EditedPost | null) => {
    baseNow.current = next;
    showBase(next);
  };
  const [conflict, setConflict] = useState<PostConflict | null>(null);
  const [saving, setSaving] = useState(false);
  /** The last save did not reach the server, or found no such post. */
  const [trouble, setTrouble] = useState<'unreachable' | 'deleted' | null>(null);
  const form = useContractForm(postForm, base ? valuesOf(base) : emptyPost);
  const { isDirty } = form.formState;
  const { mutateAsync: create } = useOperation(posts.create);
  const { mutateAsync: patch } = useOperation(posts.patch);
  const busy = useRef(false);

  // A newer answer arrives while nothing has been typed: the form shows it. Afterwards the save finds out.
  useEffect(() => {
    if (!post || isDirty || busy.current || (base && post.version <= base.version)) return;
    baseNow.current = post;
    showBase(post);
    form.reset(valuesOf(post));
  }, [post, base, isDirty, form]);

  const baseValues = useCallback(() => valuesOfBase(baseNow.current), []);

  async function send(input: Record<string, unknown>): Promise<EditedPost> {
    if (!base) return create(input as Parameters<typeof create>[0]);
    const changed = changedFields(form.getValues(), baseValues());
    if (changed.length === 0) return base;
    // Publishing at once ends a schedule, and a date that is given has to name what it schedules.
    const changes = Object.fromEntries(changed.map((name) => [name, input[name]]));
    return patch({ id: base.id, version: base.version, ...changes });
  }

  function refused(error: unknown): void {
    if (error instanceof ProblemError) {
      if (error.code === 'stale' && takeStale(error.current)) return;
      if (showOnFields(form, postForm, error)) return;
      const about = onField[error.code];
      if (about) {
        const message = about.message ?? error.message;
        form.setError(about.name, { type: 'server', message }, { shouldFocus: true });
        return;
      }
      if (error.code === 'not_found') setTrouble('deleted');
      if (error.code === 'unavailable') setTrouble('unreachable');
    }
    console.error('Saving a post failed', error);
    toast({ title: 'Error', description: 'Failed to save blog post', variant: 'destructive' });
  }

  function takeStale(answer: unknown): boolean {
    const now = posts.get.output.safeParse(answer);
    if (!base || !now.success) return false;
    setConflict({
      current: now.data,
      of: conflictOf(baseValues(), form.getValues(), valuesOf(now.data)),
      restored: false,
    });
    return true;
  }

  const save = useStableHandler(async (then: AfterSave) => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    setTrouble(null);
    try {
      await settled();
      await form.handleSubmit(async (input) => {
        const sent = form.getValues();
        try {
          const saved = await send(input);
          taken(saved, sent);
          onSaved(saved, then);
          toast({ title: 'Success', description: `Blog post ${base ? 'updated' : 'created'} successfully` });
          void reloadLists(client, postKind);
        } catch (error) {
          refused(error);
        }
      })();
    } finally {
      busy.current = false;
      setSaving(false);
    }
  });

  /** The post as it is saved is what the form is compared with; what was typed while it was sent stays. */
  function taken(saved: EditedPost, sent: FormValues): void {
    const now = form.getValues();
    const after = valuesOf(saved);
    const typedMeanwhile = changedFields(now, sent);
    client.setQueryData(queryOf(posts.get, { id: saved.id }).queryKey, saved);
    replaceRecord(client, postKind, saved);
    setBase(saved);
    form.reset(after, { keepErrors: false });
    for (const name of typedMeanwhile) form.setValue(name, now[name]!, { shouldDirty: true });
  }

  return {
    form,
    base,
    saving,
    trouble,
    conflict,
    dirty: isDirty,
    baseNow,
    baseValues,
    save,
    /** The post as it is now and the texts that were chosen: the form goes on from there. */
    resolveConflict: (values: FormValues) => {
      if (!conflict) return;
      setBase(conflict.current);
      replaceRecord(client, postKind, conflict.current);
      form.reset(valuesOf(conflict.current));
      for (const name of changedFields(values, valuesOf(conflict.current)))
        form.setValue(name, values[name]!, { shouldDirty: true });
      setConflict(null);
    },
    leaveConflict: () => setConflict(null),
    /**
     * Puts kept values into the form. Those of an older version are compared with the post as it is now first.
     * @returns whether they are in the form already
     */
    restore: (values: FormValues, version: number | null): boolean => {
      if (base && version !== base.version) {
        const mine = { ...form.getValues(), ...values };
        const of = conflictOf(null, mine, valuesOf(base), Object.keys(values));
        setConflict({ current: base, of, restored: true });
        return false;
      }
      for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
      return true;
    },
  };
}

import { showOnFields } from '@docfolio/admin/records/contract-form';
import type { FormValues } from '@docfolio/admin/records/form-field';
import { reloadLists, replaceRecord } from '@docfolio/admin/records/record-cache';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { queryOf, useOperation } from '@docfolio/api-client/query';
import { type ProblemCode, ProblemError } from '@docfolio/contracts/core/problem';
import { type EditedPost, posts } from '@docfolio/contracts/entities/post';
import { toast } from '@docfolio/ui/runtime';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { postKind } from '../posts/post-kind.js';
import { changedFields, postForm } from './post-form.js';
import { usePostConflict } from './use-post-conflict.js';
import { usePostForm } from './use-post-form.js';
import { useSlug } from './use-slug.js';

/** Fields for error codes that name none. `body_too_large` is about bytes; the schema limits characters. */
const onField: Partial<Record<ProblemCode, { name: string; message?: string }>> = {
  slug_taken: { name: 'slug' },
  body_too_large: { name: 'content', message: 'The text is too long to be saved' },
};

/** Maximum attempts to create a post under an automatic slug. Each is a request. */
const slugAttempts = 20;

interface PostEditorOptions {
  /** Null for a new post. */
  post: EditedPost | null;
  /** Resolves when pending image uploads have ended (without retries). Saving waits for it. */
  settled: () => Promise<void>;
  onSaved: (saved: EditedPost, then: AfterSave) => void;
}

/** `leave` (the button) opens the list, `stay` (Ctrl-S) does not. */
export type AfterSave = 'leave' | 'stay';

/** Returns the form of one post and `save`. A failure keeps what was typed. */
export function usePostEditor({ post, settled, onSaved }: PostEditorOptions) {
  const client = useQueryClient();
  const busy = useRef(false);
  const [saving, setSaving] = useState(false);
  /** Why the last save failed, for the status line. */
  const [trouble, setTrouble] = useState<'unreachable' | 'deleted' | null>(null);
  const state = usePostForm(post, busy);
  const { form, base, baseValues, rebase } = state;
  const slug = useSlug(form, base === null);
  const conflict = usePostConflict(state);
  const { mutateAsync: create } = useOperation(posts.create);
  const { mutateAsync: patch } = useOperation(posts.patch);

  /** Creates a post. Posts of one day whose titles have no a-z get the same automatic slug, which the owner did not choose. */
  async function createUnderFreeSlug(input: Parameters<typeof create>[0]): Promise<EditedPost> {
    let tried = input;
    for (let attempt = 1; ; attempt++) {
      try {
        return await create(tried);
      } catch (error) {
        const isTaken = error instanceof ProblemError && error.code === 'slug_taken';
        const next = isTaken && attempt < slugAttempts ? slug.afterTaken(tried.title, tried.slug) : undefined;
        if (next === undefined) throw error;
        tried = { ...tried, slug: next };
      }
    }
  }

  async function send(input: Record<string, unknown>): Promise<EditedPost> {
    if (!base) return createUnderFreeSlug(input as Parameters<typeof create>[0]);
    const changed = changedFields(form.getValues(), baseValues());
    if (changed.length === 0) return base;
    const changes = Object.fromEntries(changed.map((name) => [name, input[name]]));
    return patch({ id: base.id, version: base.version, ...changes });
  }

  function showFailure(error: unknown): void {
    if (error instanceof ProblemError) {
      if (error.code === 'stale' && conflict.openStale(error.current)) return;
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

  /** Makes the saved post the form's base; values typed during the request stay. */
  function takeSaved(saved: EditedPost, sent: FormValues): void {
    const now = form.getValues();
    client.setQueryData(queryOf(posts.get, { id: saved.id }).queryKey, saved);
    replaceRecord(client, postKind, saved);
    rebase(saved, now, changedFields(now, sent));
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
          takeSaved(saved, sent);
          onSaved(saved, then);
          toast({ title: 'Success', description: `Blog post ${base ? 'updated' : 'created'} successfully` });
          void reloadLists(client, postKind);
        } catch (error) {
          showFailure(error);
        }
      })();
    } finally {
      busy.current = false;
      setSaving(false);
    }
  });

  return { ...state, slug, conflict, saving, trouble, save };
}

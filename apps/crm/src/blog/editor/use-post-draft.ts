import type { FormState, FormValues } from '@docfolio/admin/records/form-field';
import { useSession } from '@docfolio/api-client/session';
import type { EditedPost } from '@docfolio/contracts/entities/post';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { PostDraftWriter, pick } from './post-draft-writer.js';
import { findPostDraft, removePostDraft, type StoredPostDraft } from './post-drafts.js';
import { changedFields } from './post-form.js';

interface PostDraftOptions {
  form: FormState;
  /** A ref, because it changes before the next render. */
  base: RefObject<EditedPost | null>;
  baseValues: () => FormValues;
  /** Null if the post was never saved. */
  postId: string | null;
}

/** Stores unsaved values of the form in localStorage. `offered`: the draft of an earlier visit. */
export function usePostDraft({ form, base, baseValues, postId }: PostDraftOptions) {
  const { user } = useSession();
  const [owner] = useState(user?.id);
  const [writer] = useState(() => new PostDraftWriter());
  const [offered, setOffered] = useState<StoredPostDraft | null>(null);
  const state = useSyncExternalStore(writer.subscribe, writer.getState, writer.getState);
  const compared = useRef(baseValues);
  useEffect(() => {
    compared.current = baseValues;
  }, [baseValues]);

  useEffect(() => {
    const end = writer.start();
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        const at = Date.now();
        writer.touch(() => {
          const values = form.getValues();
          const changed = changedFields(values, compared.current());
          if (changed.length === 0 || !owner) return null;
          const { id = null, version = null } = base.current ?? {};
          return { userId: owner, postId: id, version, values: pick(values, changed), at };
        });
      },
    });
    return () => {
      unsubscribe();
      end();
    };
  }, [writer, form, owner, base]);

  useEffect(() => {
    if (!owner) return;
    let asked = true;
    findPostDraft(owner, postId).then(
      (draft) => asked && draft && draft.key !== writer.key && setOffered(draft),
      (error: unknown) => console.error('Reading drafts failed', error),
    );
    return () => {
      asked = false;
    };
  }, [owner, postId, writer]);

  return {
    state,
    offered,
    /** Removes the offered draft, after it was restored or discarded. */
    forget: () => {
      writer.flush();
      if (offered) removePostDraft(offered.key);
      setOffered(null);
    },
  };
}

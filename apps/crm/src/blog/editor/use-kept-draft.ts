import { useSession } from '@docfolio/api-client/session';
import type { EditedPost } from '@docfolio/contracts/post';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FormState, FormValues } from '../../records/record-form.js';
import { DraftKeeper, pick } from './draft-keeper.js';
import { dropDraft, findDraft, type KeptDraft } from './post-drafts.js';
import { changedFields } from './post-form.js';

interface KeptDraftOptions {
  form: FormState;
  /** What the form is compared with, always the newest. */
  base: RefObject<EditedPost | null>;
  baseValues: () => FormValues;
  /** Null while it was never saved. */
  postId: string | null;
}

/** Keeps what stands in the form in this browser, and offers what was typed before and never saved. */
export function useKeptDraft({ form, base, baseValues, postId }: KeptDraftOptions) {
  const { user } = useSession();
  const [owner] = useState(user?.id);
  const [keeper] = useState(() => new DraftKeeper());
  const [offered, setOffered] = useState<KeptDraft | null>(null);
  const state = useSyncExternalStore(keeper.subscribe, keeper.getState, keeper.getState);
  const compared = useRef(baseValues);
  useEffect(() => {
    compared.current = baseValues;
  }, [baseValues]);

  useEffect(() => {
    const end = keeper.start();
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        const at = Date.now();
        keeper.touch(() => {
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
  }, [keeper, form, owner, base]);

  useEffect(() => {
    if (!owner) return;
    let asked = true;
    findDraft(owner, postId).then(
      (draft) => asked && draft && draft.key !== keeper.key && setOffered(draft),
      (error: unknown) => console.error('Looking for what was typed before failed', error),
    );
    return () => {
      asked = false;
    };
  }, [owner, postId, keeper]);

  return {
    keeper,
    state,
    offered,
    /** It is in the form now, and kept from there, or nobody wants it. */
    forget: () => {
      keeper.flush();
      if (offered) dropDraft(offered.key);
      setOffered(null);
    },
  };
}

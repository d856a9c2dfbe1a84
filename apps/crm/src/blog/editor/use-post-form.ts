import type { EditedPost } from '@docfolio/contracts/post';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useContractForm } from '../../records/contract-form.js';
import type { FormValues } from '../../records/record-form.js';
import { changedFields, emptyPost, postForm, valuesOf } from './post-form.js';

const valuesOfBase = (base: EditedPost | null) => (base ? valuesOf(base) : emptyPost);

/** The form of one post, and the saved post that it is compared with. */
export function usePostForm(post: EditedPost | null, saving: RefObject<boolean>) {
  const [base, setBase] = useState(post);
  // Drafts are compared with the new base before the next render.
  const baseNow = useRef(post);
  const form = useContractForm(postForm, valuesOfBase(base));
  const { isDirty } = form.formState;

  // A newer version is shown while nothing is typed; afterwards saving detects it.
  useEffect(() => {
    if (!post || isDirty || saving.current || (base && post.version <= base.version)) return;
    baseNow.current = post;
    setBase(post);
    form.reset(valuesOf(post));
  }, [post, base, isDirty, form, saving]);

  return {
    form,
    base,
    baseNow,
    isDirty,
    baseValues: useCallback(() => valuesOfBase(baseNow.current), []),
    /** Compares the form with another saved post from now on; the named values count as typed. */
    rebase: (next: EditedPost, values: FormValues, typed = changedFields(values, valuesOf(next))) => {
      baseNow.current = next;
      setBase(next);
      form.reset(valuesOf(next));
      for (const name of typed) form.setValue(name, values[name]!, { shouldDirty: true });
    },
  };
}

export type PostForm = ReturnType<typeof usePostForm>;

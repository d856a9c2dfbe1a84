import { useContractForm } from '@docfolio/admin/records/contract-form';
import type { FormValues } from '@docfolio/admin/records/form-field';
import type { EditedPost } from '@docfolio/contracts/entities/post';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { changedFields, emptyPost, postForm, valuesOf } from './post-form.js';

const valuesOfBase = (base: EditedPost | null) => (base ? valuesOf(base) : emptyPost);

/** Returns the form of one post, and the saved post that it is compared with (`base`; null for a new one). */
export function usePostForm(post: EditedPost | null, saving: RefObject<boolean>) {
  const [base, setBase] = useState(post);
  // Also a ref, because drafts are compared with a new base before the next render.
  const baseNow = useRef(post);
  const form = useContractForm(postForm, valuesOfBase(base));
  const { isDirty } = form.formState;

  // A newer version replaces the values if nothing is typed; otherwise saving detects the conflict.
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
    /** Makes a saved post the form's base; the fields in `typed` keep `values`, as unsaved changes. */
    rebase: (next: EditedPost, values: FormValues, typed = changedFields(values, valuesOf(next))) => {
      baseNow.current = next;
      setBase(next);
      form.reset(valuesOf(next));
      for (const name of typed) form.setValue(name, values[name]!, { shouldDirty: true });
    },
  };
}

export type PostForm = ReturnType<typeof usePostForm>;

import type { FormValues } from '@docfolio/admin/records/form-field';
import { replaceRecord } from '@docfolio/admin/records/record-cache';
import { mergeStale, type StaleField } from '@docfolio/admin/records/stale-record';
import { type EditedPost, posts } from '@docfolio/contracts/entities/post';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postKind } from '../posts/post-kind.js';
import { postFields, valuesOf } from './post-form.js';
import type { PostForm } from './use-post-form.js';

/** An edit conflict: the post as saved elsewhere (`current`), and the result of `mergeStale`. */
export interface PostConflict {
  current: EditedPost;
  fields: StaleField[];
  merged: FormValues;
  /** The editor's side is a stored draft that is not in the form yet. */
  restored: boolean;
}

/** Holds the conflict between editor and saved post, if there is one, and resolves it. */
export function usePostConflict({ form, base, baseValues, rebase }: PostForm) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<PostConflict | null>(null);
  return {
    conflict,
    /** Opens a conflict with the post from a `stale` error. @returns false if that is no valid post */
    openStale: (answer: unknown): boolean => {
      const now = posts.get.output.safeParse(answer);
      if (!base || !now.success) return false;
      const merge = mergeStale(postFields, baseValues(), form.getValues(), valuesOf(now.data));
      setConflict({ current: now.data, ...merge, restored: false });
      return true;
    },
    /** Closes the conflict: the form continues from the saved post, with the chosen values. */
    resolve: (values: FormValues) => {
      if (!conflict) return;
      replaceRecord(client, postKind, conflict.current);
      rebase(conflict.current, values);
      setConflict(null);
    },
    close: () => setConflict(null),
    /** Puts a draft into the form, or opens a conflict if it has another version. @returns whether it is in the form */
    restore: (values: FormValues, version: number | null): boolean => {
      if (base && version !== base.version) {
        const mine = { ...form.getValues(), ...values };
        const merge = mergeStale(postFields, null, mine, valuesOf(base), Object.keys(values));
        setConflict({ current: base, ...merge, restored: true });
        return false;
      }
      for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
      return true;
    },
  };
}

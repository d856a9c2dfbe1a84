import type { FormState } from '@docfolio/admin/records/form-field';
import { nextSlugOf, slugOf } from '@docfolio/contracts/entities/post';
import { useRef } from 'react';

/** Makes the slug of a new post follow its title until another is typed; an emptied slug follows again. */
export function useSlug(form: FormState, isNew: boolean) {
  const isOwn = useRef(false);
  return {
    followTitle: () => {
      if (!isNew || isOwn.current) return;
      const slug = slugOf(String(form.getValues('title')));
      form.setValue('slug', slug, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    },
    /** Returns the slug to try after `taken`; undefined if the owner has to choose one. */
    afterTaken: (title: string, taken: string) => (isNew && !isOwn.current ? nextSlugOf(title, taken) : undefined),
    onTyped: () => {
      isOwn.current = form.getValues('slug') !== '';
    },
    /** Call it after restoring values: the slug stops following the title if it differs. */
    keepIfOwn: () => {
      const { title, slug } = form.getValues();
      isOwn.current = slug !== slugOf(String(title));
    },
  };
}

import { isProblem } from '@docfolio/api-client/problem';
import { promises } from '@docfolio/content/site';
import { toast } from '@docfolio/ui/runtime';
import { useMutation } from '@tanstack/react-query';
import { type ComponentPropsWithRef, type FormEvent, useRef } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form';
import { useHydrated } from '../use-hydrated.js';
import { writeDraft } from './drafts.js';
import { honeypotField } from './honeypot.js';
import { useDraft } from './use-draft.js';
import { type LoadSubmission, useSubmission } from './use-submission.js';

export interface EnquiryFormOptions<Values extends FieldValues, Enquiry> {
  /** The form's own name, under which its draft and an open try are kept. */
  name: string;
  /** The fields that a person fills in, empty, in their order. */
  fields: DefaultValues<Values> & Partial<Record<FieldPath<Values>, string>>;
  /** What is sent beside them. */
  subject: DefaultValues<Values>;
  load: LoadSubmission<Values, Enquiry>;
  /** The title of the toast that says it has been sent. */
  thanks: string;
  onSending?: () => void;
  onSent: (enquiry: Enquiry) => void;
}

/** What a text control of the form is given, and what is wrong with it. */
export interface TextField {
  props: UseFormRegisterReturn;
  error: string | undefined;
}

export interface ChoiceField {
  props: { value: string; onValueChange: (value: string) => void };
  error: string | undefined;
}

/** A form that asks, with everything but its look. */
export interface EnquiryForm<Name extends string> {
  /** For the `<form>`. */
  props: Pick<ComponentPropsWithRef<'form'>, 'noValidate' | 'onSubmit' | 'onFocus'>;
  /** Of the button that sends: until the page is taken over it does nothing, or the browser would send. */
  button: { type: 'submit' | 'button'; busy: boolean };
  text: (name: Name) => TextField;
  choice: (name: Name) => ChoiceField;
  /** For the Honeypot. */
  trap: ComponentPropsWithRef<'input'>;
}

/**
 * What every form that asks has in common (specification, sections 5 and 8): each error stands at its field and the
 * first one has the focus; one press is one record, however often it is pressed or the network drops; a success thanks
 * and empties the form; a failure says so and keeps every word, also over a reload or a closed dialog.
 */
export function useEnquiryForm<Values extends FieldValues, Enquiry extends object>({
  name,
  fields,
  subject,
  load,
  thanks,
  onSending,
  onSent,
}: EnquiryFormOptions<Values, Enquiry>): EnquiryForm<FieldPath<Values>> {
  const names = Object.keys(fields) as FieldPath<Values>[];
  const empty: DefaultValues<Values> = { ...fields, ...subject, [honeypotField]: '' };
  const draftKey = `docfolio.draft.${name}`;
  const hydrated = useHydrated();
  const sending = useRef(false);
  const submission = useSubmission(load);
  const form = useForm<Values, unknown, Enquiry>({
    resolver: async (...values) => (await submission.load()).validate(...values),
    defaultValues: empty,
  });
  // In the order of the page, whichever part of it is drawn first: the first error has the focus.
  for (const field of names) form.register(field);
  useDraft(form, draftKey, names);
  const submit = useMutation({
    mutationFn: async () => {
      const enquiry = await checked();
      if (!enquiry) return null;
      onSending?.();
      await (await submission.load()).send(withoutEmptyTrap(enquiry));
      return enquiry;
    },
    onSuccess: (enquiry) => {
      if (!enquiry) return;
      toast({ title: thanks, description: `We'll get back to you ${promises.enquiry}.` });
      form.reset(empty);
      writeDraft(draftKey, null);
      onSent(enquiry);
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Error', description: 'Something went wrong. Please try again.' });
      showFieldErrors(error);
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  /** The checked enquiry; null when something is wrong with it, which then stands at its field. */
  function checked(): Promise<Enquiry | null> {
    return new Promise((resolve, reject) =>
      form
        .handleSubmit(resolve)()
        .then(() => resolve(null), reject),
    );
  }

  /** What the server has against a field stands at that field, the first of them in focus. */
  function showFieldErrors(error: Error) {
    const found = isProblem(error) ? (error.errors ?? []) : [];
    const known = found.filter(({ path }) => (names as string[]).includes(path));
    known.forEach(({ path, message }, place) => {
      form.setError(path as FieldPath<Values>, { type: 'server', message }, { shouldFocus: place === 0 });
    });
  }

  const errorOf = (field: FieldPath<Values>) => form.getFieldState(field, form.formState).error?.message;

  return {
    props: {
      noValidate: true,
      onFocus: submission.preload,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        // A second press can come before the button has been drawn as busy.
        if (sending.current) return;
        sending.current = true;
        submit.mutate();
      },
    },
    button: { type: hydrated ? 'submit' : 'button', busy: submit.isPending },
    text: (field) => ({ props: form.register(field), error: errorOf(field) }),
    choice: (field) => ({
      props: {
        value: String(form.watch(field) ?? ''),
        onValueChange: (value) => {
          form.setValue(field, value as Values[typeof field], { shouldDirty: true });
          form.clearErrors(field);
        },
      },
      error: errorOf(field),
    }),
    trap: form.register(honeypotField as FieldPath<Values>),
  };
}

/** A person's enquiry says nothing of the field that only machines fill in. */
function withoutEmptyTrap<Enquiry extends { [honeypotField]?: string | null }>(enquiry: Enquiry): Enquiry {
  const { [honeypotField]: trap, ...rest } = enquiry;
  return trap ? enquiry : (rest as Enquiry);
}

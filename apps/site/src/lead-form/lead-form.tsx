import { isProblem } from '@docfolio/api-client/problem';
import type * as honeypot from '@docfolio/contracts/honeypot';
import type * as contract from '@docfolio/contracts/lead';
import { Button } from '@docfolio/ui/button';
import { Field } from '@docfolio/ui/field';
import { Input } from '@docfolio/ui/input';
import { toast } from '@docfolio/ui/runtime';
import { Textarea } from '@docfolio/ui/textarea';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { Honeypot } from './honeypot.js';
import type { LeadFormValues } from './lead-form-values.js';
import { SentNote } from './sent-note.js';
import { useDraft } from './use-draft.js';
import { useSubmission } from './use-submission.js';

// Only types of the contract stand here: its schemas come with the submission. The type holds the two names together.
const honeypotField: typeof honeypot.honeypotField = 'website';

// Its selects weigh more than all the rest of the form, and only the services page shows them.
const BudgetAndTimeline = lazy(() => import('./budget-and-timeline.js'));

/**
 * The enquiry form of the contact, services and portfolio pages (specification, section 5): budget and timeline are
 * asked only where the source is services. It resets and stays after a success and keeps every word after a failure;
 * a draft outlives a reload of the page.
 */
export function LeadForm({ source }: { source: contract.LeadSource }) {
  const empty: LeadFormValues = {
    name: '',
    email: '',
    phone: '',
    company: '',
    budget_range: '',
    timeline: '',
    message: '',
    source,
    [honeypotField]: '',
  };
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sending = useRef(false);
  const submission = useSubmission(source);
  const form = useForm<LeadFormValues, unknown, contract.NewLead>({
    resolver: async (...form) => (await submission.load()).validate(...form),
    defaultValues: empty,
  });
  const { errors } = form.formState;
  const draft = useDraft(form, `docfolio.draft.lead.${source}`);
  const submit = useMutation({
    mutationFn: async () => {
      const lead = await validLead();
      if (!lead) return null;
      setSentTo(null);
      const { [honeypotField]: trap, ...rest } = lead;
      await (await submission.load()).send(trap ? lead : rest);
      return lead;
    },
    onSuccess: (lead) => {
      if (!lead) return;
      toast({ title: 'Thank you for your inquiry!', description: "We'll get back to you within 24 hours." });
      form.reset(empty);
      draft.forget();
      setSentTo(lead.email);
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Error', description: 'Something went wrong. Please try again.' });
      showFieldErrors(error);
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  /** The checked lead; null when something is wrong with it, which then stands at its field. */
  function validLead(): Promise<contract.NewLead | null> {
    return new Promise((resolve, reject) =>
      form
        .handleSubmit(resolve)()
        .then(() => resolve(null), reject),
    );
  }

  /** What the server has against a field stands at that field, the first of them in focus. */
  function showFieldErrors(error: Error) {
    const known = (isProblem(error) ? (error.errors ?? []) : []).filter(
      ({ path }) => path in empty && path !== 'source' && path !== honeypotField,
    );
    known.forEach(({ path, message }, place) => {
      form.setError(path as FieldPath<LeadFormValues>, { type: 'server', message }, { shouldFocus: place === 0 });
    });
  }

  function send(event: FormEvent) {
    event.preventDefault();
    // A second press can come before the button has been drawn as busy.
    if (sending.current) return;
    sending.current = true;
    submit.mutate();
  }

  return (
    <form noValidate onSubmit={send} onFocus={submission.preload} aria-label="Inquiry" className="relative">
      {sentTo !== null && <SentNote to={sentTo} />}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          <Input {...form.register('name')} autoComplete="name" placeholder="Your name" />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <Input {...form.register('email')} type="email" autoComplete="email" placeholder="you@company.com" />
        </Field>
        <Field label="Phone" optional error={errors.phone?.message}>
          <Input {...form.register('phone')} type="tel" autoComplete="tel" placeholder="+1 555 000 0000" />
        </Field>
        <Field label="Company" optional error={errors.company?.message}>
          <Input {...form.register('company')} autoComplete="organization" placeholder="Company name" />
        </Field>
        {source === 'services' && (
          <Suspense fallback={<div aria-hidden className="h-31 sm:col-span-2 sm:h-15.5" />}>
            <BudgetAndTimeline control={form.control} />
          </Suspense>
        )}
        <Field label="Message" error={errors.message?.message} className="sm:col-span-2">
          <Textarea {...form.register('message')} placeholder="What are you building, and where are you stuck?" />
        </Field>
      </div>
      <Honeypot {...form.register(honeypotField)} />
      <Button type="submit" variant="primary" busy={submit.isPending} className="mt-5 max-md:w-full">
        Send inquiry
      </Button>
    </form>
  );
}

import { useOperation } from '@docfolio/api-client/query';
import { honeypotField, type LeadSource, leads, newLead } from '@docfolio/contracts/lead';
import type { ProblemError } from '@docfolio/contracts/problem';
import { Button } from '@docfolio/ui/button';
import { Field } from '@docfolio/ui/field';
import { Input } from '@docfolio/ui/input';
import { toast } from '@docfolio/ui/runtime';
import { Textarea } from '@docfolio/ui/textarea';
import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useRef, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Honeypot } from './honeypot.js';
import { SentNote } from './sent-note.js';
import { useDraft } from './use-draft.js';

export type LeadFormValues = z.input<typeof newLead>;

// Its selects weigh more than all the rest of the form, and only the services page shows them.
const BudgetAndTimeline = lazy(() => import('./budget-and-timeline.js'));

/**
 * The enquiry form of the contact, services and portfolio pages (specification, section 5): budget and timeline are
 * asked only where the source is services. It resets and stays after a success and keeps every word after a failure;
 * a draft outlives a reload of the page.
 */
export function LeadForm({ source }: { source: LeadSource }) {
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
  const form = useForm({ resolver: zodResolver(newLead), defaultValues: empty });
  const { errors } = form.formState;
  const draft = useDraft(form, `docfolio.draft.lead.${source}`);
  const submit = useOperation(leads.submit, {
    rememberAs: `docfolio.attempt.lead.${source}`,
    onSuccess: (_, { email }) => {
      toast({ title: 'Thank you for your inquiry!', description: "We'll get back to you within 24 hours." });
      form.reset(empty);
      draft.forget();
      setSentTo(email);
    },
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Error', description: 'Something went wrong. Please try again.' });
      showFieldErrors(error);
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  /** What the server has against a field stands at that field, the first of them in focus. */
  function showFieldErrors({ errors = [] }: ProblemError) {
    const known = errors.filter(({ path }) => path in empty && path !== 'source' && path !== honeypotField);
    known.forEach(({ path, message }, place) => {
      form.setError(path as FieldPath<LeadFormValues>, { type: 'server', message }, { shouldFocus: place === 0 });
    });
  }

  const send = form.handleSubmit((lead) => {
    // A second press can come before the button has been drawn as busy.
    if (sending.current) return;
    sending.current = true;
    setSentTo(null);
    const { [honeypotField]: trap, ...rest } = lead;
    submit.mutate(trap ? lead : rest);
  });

  return (
    <form noValidate onSubmit={send} aria-label="Inquiry" className="relative">
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

import { isProblem } from '@docfolio/api-client/problem';
import type { subscribers } from '@docfolio/contracts/entities/subscriber';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { useFormOutcome } from '@docfolio/public-forms/form-outcome';
import { usePublicForm } from '@docfolio/public-forms/use-public-form';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { FormConfirmation, FormSummary } from '@docfolio/ui/forms/form-summary';
import { Honeypot } from '@docfolio/ui/forms/honeypot';
import { Input } from '@docfolio/ui/forms/input';
import { useState } from 'react';
import { loadRequests } from '../load-requests.js';
import { QuietNote } from '../quiet-note.js';
import { alreadySubscribed, newsletterFields, newsletterFormName } from './newsletter-fields.js';

const idOf = (field: string) => `newsletter-${field}`;

/** The newsletter sign-up form. After a success it is emptied and stays on the page. */
export function NewsletterForm() {
  const { outcome, forget } = useFormOutcome(newsletterFormName);
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const [subscribed, setSubscribed] = useState<string | null>(null);
  const confirmed = outcome?.kind === 'sent' ? outcome.values.email : undefined;
  const form = usePublicForm<typeof subscribers.submit>({
    name: 'subscriber.blog',
    fields: newsletterFields,
    keepsDraft: false,
    fixed: { source: 'blog' },
    load: async () => (await loadRequests()).subscriberSubmission,
    thanks: { title: 'Successfully subscribed!' },
    failure: (error) =>
      isProblem(error) && error.code === 'already_subscribed'
        ? { variant: 'info', title: alreadySubscribed.title, description: alreadySubscribed.text }
        : undefined,
    refused,
    idOf,
    onSubmit: () => {
      setSubscribed(null);
      forget();
      return undefined;
    },
    onSent: (subscriber) => setSubscribed(subscriber.email),
  });
  const name = form.text('name');
  const email = form.text('email');

  return (
    <form
      {...form.props}
      id="newsletter"
      method="post"
      action="#newsletter"
      aria-label="Newsletter"
      className="relative min-w-0"
    >
      <input type="hidden" name="form" value={newsletterFormName} />
      {refused && <FormSummary {...refused} tone={refused.isInfo ? 'info' : 'danger'} idOf={idOf} className="mb-5" />}
      <div className="grid items-start gap-x-3 gap-y-4 @min-[34rem]:grid-cols-[1fr_1fr_auto]">
        <Field label="Name" id={name.id} optional error={name.error}>
          <Input {...name.props} autoComplete="name" placeholder="Your name" />
        </Field>
        <Field label="Email" id={email.id} error={email.error}>
          <Input {...email.props} type="email" autoComplete="email" placeholder="you@company.com" />
        </Field>
        <Button {...form.button} variant="primary" className="@min-[34rem]:mt-6.5 max-md:w-full">
          Subscribe
        </Button>
      </div>
      <Honeypot name={honeypotField} />
      {confirmed && (
        <FormConfirmation className="mt-4">
          <span className="font-medium text-ink">Successfully subscribed!</span>
          <br />
          {confirmed} is on the list. One press in the mail that is on its way to you confirms it.
        </FormConfirmation>
      )}
      {subscribed !== null && (
        <QuietNote className="mt-4">
          <span className="text-ink">{subscribed}</span> is on the list. One press in the mail that is on its way to you
          confirms it.
        </QuietNote>
      )}
    </form>
  );
}

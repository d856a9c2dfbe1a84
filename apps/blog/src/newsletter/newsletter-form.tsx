import { useFormOutcome } from '@docfolio/api-client/form-outcome';
import { isProblem } from '@docfolio/api-client/problem';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { waitingNotice } from '@docfolio/site-copy/waiting-notice';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { FormConfirmation, FormSummary } from '@docfolio/ui/forms/form-summary';
import { Honeypot } from '@docfolio/ui/forms/honeypot';
import { Input } from '@docfolio/ui/forms/input';
import { toast } from '@docfolio/ui/runtime';
import { useState } from 'react';
import { newsletterFormName, type SubscriptionField } from '../form-fields.js';
import { loadRequests, preloadRequests } from '../load-requests.js';
import { QuietNote } from '../quiet-note.js';
import { usePlainForm, type Values } from '../use-plain-form.js';

const fields = ['name', 'email', honeypotField] as const;

const idOf = (field: string) => `newsletter-${field}`;

/** The newsletter sign-up form. After a success it is emptied and stays on the page. */
export function NewsletterForm() {
  const { outcome, forget } = useFormOutcome(newsletterFormName);
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const [subscribed, setSubscribed] = useState<string | null>(null);
  const confirmed = outcome?.kind === 'sent' ? outcome.values.email : undefined;
  const form = usePlainForm(fields, send, { outcome });

  async function send(values: Values<SubscriptionField>): Promise<void> {
    setSubscribed(null);
    forget();
    try {
      const { validateSubscription, subscribe } = await loadRequests();
      const validated = validateSubscription(values);
      if ('errors' in validated) return form.showErrors(validated.errors);
      await subscribe(validated.value, (seconds) => toast(waitingNotice(seconds)));
      toast({ title: 'Successfully subscribed!' });
      form.reset();
      setSubscribed(validated.value.email);
    } catch (error) {
      if (isProblem(error) && error.code === 'already_subscribed') {
        toast({
          variant: 'info',
          title: 'Already subscribed!',
          description: 'This email is already subscribed to our newsletter.',
        });
        return;
      }
      toast({ variant: 'destructive', title: 'Error', description: 'Something went wrong. Please try again.' });
      form.showServerErrors(error);
    }
  }

  return (
    <form
      {...form.props}
      id="newsletter"
      method="post"
      action="#newsletter"
      onFocus={preloadRequests}
      aria-label="Newsletter"
      className="relative min-w-0"
    >
      <input type="hidden" name="form" value={newsletterFormName} />
      {refused && <FormSummary {...refused} tone={refused.isInfo ? 'info' : 'danger'} idOf={idOf} className="mb-5" />}
      <div className="grid items-start gap-x-3 gap-y-4 @min-[34rem]:grid-cols-[1fr_1fr_auto]">
        <Field label="Name" id={idOf('name')} optional error={form.errors.name}>
          <Input name="name" defaultValue={refused?.values.name} autoComplete="name" placeholder="Your name" />
        </Field>
        <Field label="Email" id={idOf('email')} error={form.errors.email}>
          <Input
            name="email"
            type="email"
            defaultValue={refused?.values.email}
            autoComplete="email"
            placeholder="you@company.com"
          />
        </Field>
        <Button type="submit" variant="primary" busy={form.busy} className="@min-[34rem]:mt-6.5 max-md:w-full">
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

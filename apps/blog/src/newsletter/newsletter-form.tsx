import { isProblem } from '@docfolio/api-client/problem';
import { Button } from '@docfolio/ui/button';
import { Field } from '@docfolio/ui/field';
import { Honeypot } from '@docfolio/ui/honeypot';
import { Input } from '@docfolio/ui/input';
import { toast } from '@docfolio/ui/runtime';
import { useState } from 'react';
import { honeypotField } from '../honeypot-field.js';
import { NeedsScript, QuietNote } from '../quiet-note.js';
import { type Texts, usePlainForm } from '../use-plain-form.js';
import { loadSubscription, type SubscriptionField } from './load-subscription.js';

const fields = ['name', 'email', honeypotField] as const;

// A failure is told when the form is sent, if the file hasn't arrived by then.
const preload = () => void loadSubscription().catch(() => {});

/** E-mail and, for those who like, a name (specification, sections 5 and 8). It resets and stays after a success. */
export function NewsletterForm() {
  const [subscribed, setSubscribed] = useState<string | null>(null);
  const form = usePlainForm(fields, send);

  async function send(texts: Texts<SubscriptionField>): Promise<void> {
    setSubscribed(null);
    try {
      const { checkSubscription, subscribe } = await loadSubscription();
      const checked = checkSubscription(texts);
      if ('errors' in checked) return form.refuse(checked.errors);
      await subscribe(checked.value);
      toast({ title: 'Successfully subscribed!' });
      form.reset();
      setSubscribed(checked.value.email);
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
      form.refuseAsServer(error);
    }
  }

  return (
    <form {...form.props} onFocus={preload} aria-label="Newsletter" className="relative min-w-0">
      <div className="grid items-start gap-x-3 gap-y-4 @min-[34rem]:grid-cols-[1fr_1fr_auto]">
        <Field label="Name" optional error={form.errors.name}>
          <Input name="name" autoComplete="name" placeholder="Your name" />
        </Field>
        <Field label="Email" error={form.errors.email}>
          <Input name="email" type="email" autoComplete="email" placeholder="you@company.com" />
        </Field>
        <Button type={form.buttonType} variant="primary" busy={form.busy} className="@min-[34rem]:mt-6.5 max-md:w-full">
          Subscribe
        </Button>
      </div>
      <Honeypot name={honeypotField} />
      {subscribed !== null && (
        <QuietNote className="mt-4">
          <span className="text-ink">{subscribed}</span> is on the list. One press in the mail that is on its way to you
          confirms it.
        </QuietNote>
      )}
      <NeedsScript>Subscribing needs JavaScript.</NeedsScript>
    </form>
  );
}

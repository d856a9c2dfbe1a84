import type { LeadSource, leads } from '@docfolio/contracts/entities/lead';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { useFormOutcome, useReturnedText } from '@docfolio/public-forms/form-outcome';
import { usePublicForm } from '@docfolio/public-forms/use-public-form';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { FormSummary } from '@docfolio/ui/forms/form-summary';
import { Honeypot } from '@docfolio/ui/forms/honeypot';
import { Textarea } from '@docfolio/ui/forms/textarea';
import { useState } from 'react';
import { ChoiceFields } from '../contact-form/choice-fields.js';
import { PrivacyLink } from '../contact-form/privacy-link.js';
import { SenderFields } from '../contact-form/sender-fields.js';
import { thanks } from '../contact-form/thanks.js';
import { loadRequests } from '../load-requests.js';
import { leadFields, leadFormName } from './lead-fields.js';
import { SentNote } from './sent-note.js';

export interface LeadFormProps {
  source: LeadSource;
  /** Path that the form is posted to before hydration, with the fragment to scroll to when it is returned. */
  action?: string;
}

/** Field names are unique DOM ids, because a page has only one lead form. */
const idOf = (field: string) => field;

/** The lead form (specification, section 5), which works without scripts. On /services it has budget and timeline. */
export function LeadForm({ source, action }: LeadFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const name = leadFormName(source);
  const { outcome, forget } = useFormOutcome(name);
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const form = usePublicForm<typeof leads.submit>({
    name,
    fields: leadFields,
    fixed: { source },
    load: async () => (await loadRequests()).leadSubmission,
    thanks: thanks('Thank you for your inquiry!'),
    refused,
    idOf,
    onSending: () => {
      setSentTo(null);
      forget();
    },
    onSent: ({ email }) => setSentTo(email),
  });
  const message = form.text('message');
  const returned = useReturnedText(message.id, message.props.defaultValue);
  return (
    <form {...form.props} method="post" action={action} aria-label="Inquiry" className="relative">
      {refused && <FormSummary {...refused} idOf={idOf} className="mb-8" />}
      {sentTo !== null && <SentNote to={sentTo} />}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <SenderFields form={form} />
        {source === 'services' && <ChoiceFields form={form} />}
        <Field label="Message" id={message.id} error={message.error} className="sm:col-span-2">
          <Textarea
            {...message.props}
            defaultValue={returned}
            placeholder="What are you building, and where are you stuck?"
          />
        </Field>
      </div>
      <Honeypot name={honeypotField} />
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button {...form.button} variant="primary" className="max-md:w-full">
          Send inquiry
        </Button>
        <PrivacyLink>What is kept, and for how long</PrivacyLink>
      </div>
    </form>
  );
}

import type * as contract from '@docfolio/contracts/lead';
import { Button } from '@docfolio/ui/button';
import { Field } from '@docfolio/ui/field';
import { Honeypot } from '@docfolio/ui/honeypot';
import { Textarea } from '@docfolio/ui/textarea';
import { useState } from 'react';
import type { z } from 'zod';
import { ChoiceFields, choiceFields } from '../enquiry/choice-fields.js';
import { EnquirerFields, enquirerFields } from '../enquiry/enquirer-fields.js';
import { honeypotField } from '../enquiry/honeypot-field.js';
import { PrivacyLink } from '../enquiry/privacy-link.js';
import { useEnquiryForm } from '../enquiry/use-enquiry-form.js';
import { loadSubmission } from './load-submission.js';
import { SentNote } from './sent-note.js';

const fields = [...enquirerFields, ...choiceFields, 'message'] as const;

/**
 * The enquiry form of the contact, services and portfolio pages (specification, section 5): budget and timeline are
 * asked only where the source is services. It resets and stays after a success and keeps every word after a failure;
 * a draft outlives a reload of the page.
 */
export function LeadForm({ source }: { source: contract.LeadSource }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const name = `lead.${source}`;
  const form = useEnquiryForm<z.input<typeof contract.newLead>, contract.NewLead>({
    name,
    fields,
    subject: { source },
    load: async () => (await loadSubmission()).leadSubmission(name),
    thanks: 'Thank you for your inquiry!',
    onSending: () => setSentTo(null),
    onSent: ({ email }) => setSentTo(email),
  });
  const message = form.text('message');
  return (
    <form {...form.props} aria-label="Inquiry" className="relative">
      {sentTo !== null && <SentNote to={sentTo} />}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <EnquirerFields form={form} />
        {source === 'services' && <ChoiceFields form={form} />}
        <Field label="Message" error={message.error} className="sm:col-span-2">
          <Textarea {...message.props} placeholder="What are you building, and where are you stuck?" />
        </Field>
      </div>
      <Honeypot name={honeypotField} />
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button {...form.button} variant="primary" className="max-md:w-full">
          Send inquiry
        </Button>
        <PrivacyLink>What is kept, and for how long</PrivacyLink>
      </div>
      <noscript>
        <p className="mt-3 text-faint text-ui">Sending needs JavaScript.</p>
      </noscript>
    </form>
  );
}

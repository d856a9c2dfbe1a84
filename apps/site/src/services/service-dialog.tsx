import type * as contract from '@docfolio/contracts/service-inquiry';
import { formatMoney } from '@docfolio/site-copy/derived';
import type { Offering } from '@docfolio/site-copy/offerings';
import { promises } from '@docfolio/site-copy/site';
import { Field } from '@docfolio/ui/field';
import { Textarea } from '@docfolio/ui/textarea';
import type { z } from 'zod';
import { ChoiceFields, choiceFields } from '../enquiry/choice-fields.js';
import { enquirerFields } from '../enquiry/enquirer-fields.js';
import { EnquiryDialog } from '../enquiry/enquiry-dialog.js';
import type { SubjectDialogProps } from '../enquiry/use-enquiry-dialog.js';
import { useEnquiryForm } from '../enquiry/use-enquiry-form.js';
import { loadSubmission } from './load-submission.js';
import { durationOf } from './service-terms.js';

const fields = [...enquirerFields, ...choiceFields, 'specific_requirements'] as const;

/** Asks about one service (specification, sections 2 and 5). */
export default function ServiceDialog({ subject: offering, onClose }: SubjectDialogProps<Offering>) {
  const name = `service-inquiry.${offering.id}`;
  const form = useEnquiryForm<z.input<typeof contract.newServiceInquiry>, contract.NewServiceInquiry>({
    name,
    fields,
    subject: { service_name: offering.title },
    load: async () => (await loadSubmission()).serviceSubmission(name),
    thanks: 'Service inquiry submitted!',
    onSent: onClose,
  });
  const requirements = form.text('specific_requirements');
  return (
    <EnquiryDialog
      form={form}
      onClose={onClose}
      title={`Inquire about ${offering.title}`}
      description={`From ${formatMoney(offering.rateFrom)} per hour, usually ${durationOf(offering)}. Reply ${promises.reply}.`}
    >
      <ChoiceFields form={form} />
      <Field label="Requirements" error={requirements.error} className="sm:col-span-2">
        <Textarea {...requirements.props} placeholder="What should it do, and what is there already?" />
      </Field>
    </EnquiryDialog>
  );
}

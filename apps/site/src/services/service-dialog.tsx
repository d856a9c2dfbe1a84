import type { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { usePublicForm } from '@docfolio/public-forms/use-public-form';
import { formatMoney } from '@docfolio/site-copy/derived';
import type { Offering } from '@docfolio/site-copy/offerings';
import { promises } from '@docfolio/site-copy/site';
import { Field } from '@docfolio/ui/forms/field';
import { Textarea } from '@docfolio/ui/forms/textarea';
import { ChoiceFields, choiceFields } from '../contact-form/choice-fields.js';
import { ContactDialog } from '../contact-form/contact-dialog.js';
import { senderFields } from '../contact-form/sender-fields.js';
import { thanks } from '../contact-form/thanks.js';
import type { SubjectDialogProps } from '../contact-form/use-contact-dialog.js';
import { loadRequests } from '../load-requests.js';
import { durationOf } from './service-terms.js';

const fields = [...senderFields, ...choiceFields, 'specific_requirements'] as const;

export default function ServiceDialog({ subject: offering, onClose }: SubjectDialogProps<Offering>) {
  const name = `service-inquiry.${offering.id}`;
  const form = usePublicForm<typeof serviceInquiries.submit>({
    name,
    fields,
    fixed: { service_name: offering.title },
    load: async () => (await loadRequests()).serviceSubmission,
    thanks: thanks('Service inquiry submitted!'),
    onSent: onClose,
  });
  const requirements = form.text('specific_requirements');
  return (
    <ContactDialog
      form={form}
      onClose={onClose}
      title={`Inquire about ${offering.title}`}
      description={`From ${formatMoney(offering.rateFrom)} per hour, usually ${durationOf(offering)}. Reply ${promises.reply}.`}
    >
      <ChoiceFields form={form} />
      <Field label="Requirements" error={requirements.error} className="sm:col-span-2">
        <Textarea {...requirements.props} placeholder="What should it do, and what is there already?" />
      </Field>
    </ContactDialog>
  );
}

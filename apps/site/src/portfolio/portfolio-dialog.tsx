import type { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { usePublicForm } from '@docfolio/public-forms/use-public-form';
import type { CaseStudy } from '@docfolio/site-copy/portfolio';
import { promises } from '@docfolio/site-copy/site';
import { Field } from '@docfolio/ui/forms/field';
import { Textarea } from '@docfolio/ui/forms/textarea';
import { ContactDialog } from '../contact-form/contact-dialog.js';
import { senderFields } from '../contact-form/sender-fields.js';
import { thanks } from '../contact-form/thanks.js';
import type { SubjectDialogProps } from '../contact-form/use-contact-dialog.js';
import { loadRequests } from '../load-requests.js';

const fields = [...senderFields, 'similar_project_interest', 'custom_requirements'] as const;

export default function PortfolioDialog({ subject: study, onClose }: SubjectDialogProps<CaseStudy>) {
  const name = `portfolio-inquiry.${study.id}`;
  const form = usePublicForm<typeof portfolioInquiries.submit>({
    name,
    fields,
    fixed: { project_name: study.title },
    load: async () => (await loadRequests()).portfolioSubmission,
    thanks: thanks('Project inquiry submitted!'),
    onSent: onClose,
  });
  const interest = form.text('similar_project_interest');
  const requirements = form.text('custom_requirements');
  return (
    <ContactDialog
      form={form}
      onClose={onClose}
      title="Similar Project?"
      description={`Something like ${study.title}, made for you. Reply ${promises.reply}.`}
    >
      <Field label="What interests you" error={interest.error} className="sm:col-span-2">
        <Textarea {...interest.props} placeholder={`What in ${study.title} comes close to what you need?`} rows={3} />
      </Field>
      <Field label="Requirements" error={requirements.error} className="sm:col-span-2">
        <Textarea {...requirements.props} placeholder="What should yours do differently?" rows={3} />
      </Field>
    </ContactDialog>
  );
}

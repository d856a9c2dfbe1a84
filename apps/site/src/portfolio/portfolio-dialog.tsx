import type * as contract from '@docfolio/contracts/portfolio-inquiry';
import type { CaseStudy } from '@docfolio/site-copy/portfolio';
import { promises } from '@docfolio/site-copy/site';
import { Field } from '@docfolio/ui/field';
import { Textarea } from '@docfolio/ui/textarea';
import type { z } from 'zod';
import { enquirerFields } from '../enquiry/enquirer-fields.js';
import { EnquiryDialog } from '../enquiry/enquiry-dialog.js';
import type { SubjectDialogProps } from '../enquiry/use-enquiry-dialog.js';
import { useEnquiryForm } from '../enquiry/use-enquiry-form.js';
import { loadSubmission } from './load-submission.js';

const fields = [...enquirerFields, 'similar_project_interest', 'custom_requirements'] as const;

/** Asks for something like one of the case studies (specification, sections 2 and 5). */
export default function PortfolioDialog({ subject: study, onClose }: SubjectDialogProps<CaseStudy>) {
  const name = `portfolio-inquiry.${study.id}`;
  const form = useEnquiryForm<z.input<typeof contract.newPortfolioInquiry>, contract.NewPortfolioInquiry>({
    name,
    fields,
    subject: { project_name: study.title },
    load: async () => (await loadSubmission()).portfolioSubmission(name),
    thanks: 'Project inquiry submitted!',
    onSent: onClose,
  });
  const interest = form.text('similar_project_interest');
  const requirements = form.text('custom_requirements');
  return (
    <EnquiryDialog
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
    </EnquiryDialog>
  );
}

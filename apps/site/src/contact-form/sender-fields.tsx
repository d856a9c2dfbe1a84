import type { PublicForm } from '@docfolio/public-forms/use-public-form';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';

export const senderFields = ['name', 'email', 'phone', 'company'] as const;

export function SenderFields({ form }: { form: PublicForm<(typeof senderFields)[number]> }) {
  const name = form.text('name');
  const email = form.text('email');
  const phone = form.text('phone');
  const company = form.text('company');
  return (
    <>
      <Field label="Name" id={name.id} error={name.error}>
        <Input {...name.props} autoComplete="name" placeholder="Your name" />
      </Field>
      <Field label="Email" id={email.id} error={email.error}>
        <Input {...email.props} type="email" autoComplete="email" placeholder="you@company.com" />
      </Field>
      <Field label="Phone" optional id={phone.id} error={phone.error}>
        <Input {...phone.props} type="tel" autoComplete="tel" placeholder="+1 555 000 0000" />
      </Field>
      <Field label="Company" optional id={company.id} error={company.error}>
        <Input {...company.props} autoComplete="organization" placeholder="Company name" />
      </Field>
    </>
  );
}

import { budgetRanges, leadSources, timelines } from '@docfolio/contracts/lead';
import { Field } from '@docfolio/ui/field';
import { Input } from '@docfolio/ui/input';
import { leadStatuses } from '@docfolio/ui/lead-statuses';
import { Select, type SelectOption } from '@docfolio/ui/select';
import { StatusGlyph } from '@docfolio/ui/status-glyph';
import { Textarea } from '@docfolio/ui/textarea';
import { Controller } from 'react-hook-form';
import { capitalised } from './lead-texts.js';
import { type LeadField, type LeadForm, leadFieldNames } from './lead-values.js';

const statusOptions = leadStatuses.map(({ value, label, glyph, tone }) => ({
  value,
  label,
  glyph: <StatusGlyph kind={glyph} tone={tone} />,
}));
const sourceOptions = leadSources.map((source) => ({ value: source, label: capitalised(source) }));
const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Every field of a lead, two columns; one on a phone. */
export function LeadFormFields({ form }: { form: LeadForm }) {
  const { register, control, formState } = form;
  const text = (field: LeadField, required = false) => ({
    label: leadFieldNames[field],
    error: formState.errors[field]?.message,
    required,
  });
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-4.5 max-md:grid-cols-1">
      <Field {...text('name', true)}>
        <Input autoFocus autoComplete="off" {...register('name')} />
      </Field>
      <Field {...text('email', true)}>
        <Input type="email" autoComplete="off" {...register('email')} />
      </Field>
      <Field {...text('phone')}>
        <Input mono type="tel" autoComplete="off" {...register('phone')} />
      </Field>
      <Field {...text('company')}>
        <Input autoComplete="off" {...register('company')} />
      </Field>
      <Choice field="status" control={control} options={statusOptions} />
      <Choice field="source" control={control} options={sourceOptions} />
      <Field {...text('service_interest')}>
        <Input autoComplete="off" {...register('service_interest')} />
      </Field>
      <Field {...text('project_type')}>
        <Input autoComplete="off" {...register('project_type')} />
      </Field>
      <Choice field="budget_range" control={control} options={plain(budgetRanges)} emptyLabel="Not specified" />
      <Choice field="timeline" control={control} options={plain(timelines)} emptyLabel="Not specified" />
      <Field {...text('message')} className="col-span-full">
        <Textarea {...register('message')} />
      </Field>
    </div>
  );
}

function Choice({
  field,
  control,
  options,
  emptyLabel,
}: {
  field: LeadField;
  control: LeadForm['control'];
  options: readonly SelectOption[];
  emptyLabel?: string;
}) {
  return (
    <Controller
      name={field}
      control={control}
      render={({ field: input, fieldState }) => (
        <Field label={leadFieldNames[field]} error={fieldState.error?.message}>
          <Select
            {...input}
            value={input.value ?? ''}
            onValueChange={input.onChange}
            options={options}
            emptyLabel={emptyLabel}
          />
        </Field>
      )}
    />
  );
}

import type { budgetRanges, timelines } from '@docfolio/contracts/lead';
import { Field } from '@docfolio/ui/field';
import { Select, type SelectOption } from '@docfolio/ui/select';
import { type Control, useController } from 'react-hook-form';
import type { LeadFormValues } from './lead-form-values.js';

const budgetOptions: SelectOption<(typeof budgetRanges)[number]>[] = [
  { value: '5k-15k', label: '$5k-15k' },
  { value: '15k-50k', label: '$15k-50k' },
  { value: '50k-100k', label: '$50k-100k' },
  { value: '100k+', label: '$100k+' },
];

const timelineOptions: SelectOption<(typeof timelines)[number]>[] = [
  { value: 'asap', label: 'As soon as possible' },
  { value: '1-3-months', label: '1-3 months' },
  { value: '3-6-months', label: '3-6 months' },
  { value: '6-12-months', label: '6-12 months' },
  { value: 'exploring', label: 'Just exploring' },
];

interface BudgetAndTimelineProps<T> {
  control: Control<LeadFormValues, unknown, T>;
}

/** The two optional choices of the services page (specification, section 5). */
export default function BudgetAndTimeline<T>({ control }: BudgetAndTimelineProps<T>) {
  const budget = useController({ control, name: 'budget_range' });
  const timeline = useController({ control, name: 'timeline' });
  return (
    <>
      <Field label="Budget range" optional error={budget.fieldState.error?.message}>
        <Select
          {...budget.field}
          onValueChange={budget.field.onChange}
          options={budgetOptions}
          placeholder="Select a range"
          emptyLabel="No budget yet"
        />
      </Field>
      <Field label="Timeline" optional error={timeline.fieldState.error?.message}>
        <Select
          {...timeline.field}
          onValueChange={timeline.field.onChange}
          options={timelineOptions}
          placeholder="Select a timeline"
          emptyLabel="No timeline yet"
        />
      </Field>
    </>
  );
}

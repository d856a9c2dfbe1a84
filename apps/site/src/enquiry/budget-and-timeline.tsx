import type { budgetRanges, timelines } from '@docfolio/contracts/lead';
import { Field } from '@docfolio/ui/field';
import { Select, type SelectOption } from '@docfolio/ui/select';
import type { ChoiceField } from './use-enquiry-form.js';

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

export interface BudgetAndTimelineProps {
  budget: ChoiceField;
  timeline: ChoiceField;
}

/** The two optional choices about a service (specification, section 5). */
export default function BudgetAndTimeline({ budget, timeline }: BudgetAndTimelineProps) {
  return (
    <>
      <Field label="Budget range" optional error={budget.error}>
        <Select<string>
          {...budget.props}
          options={budgetOptions}
          placeholder="Select a range"
          emptyLabel="No budget yet"
        />
      </Field>
      <Field label="Timeline" optional error={timeline.error}>
        <Select<string>
          {...timeline.props}
          options={timelineOptions}
          placeholder="Select a timeline"
          emptyLabel="No timeline yet"
        />
      </Field>
    </>
  );
}

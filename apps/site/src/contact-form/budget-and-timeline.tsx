import { budgetRanges, type timelines } from '@docfolio/contracts/generated/constants';
import type { ChoiceField } from '@docfolio/public-forms/use-public-form';
import { currencySymbol } from '@docfolio/site-copy/derived';
import { Field } from '@docfolio/ui/forms/field';
import { Select, type SelectOption } from '@docfolio/ui/forms/select';

const budgetOptions = budgetRanges.map((value) => ({ value, label: `${currencySymbol}${value}` }));

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

export default function BudgetAndTimeline({ budget, timeline }: BudgetAndTimelineProps) {
  return (
    <>
      <Choice
        name="budget_range"
        label="Budget range"
        field={budget}
        options={budgetOptions}
        placeholder="Select a range"
        emptyLabel="No budget yet"
      />
      <Choice
        name="timeline"
        label="Timeline"
        field={timeline}
        options={timelineOptions}
        placeholder="Select a timeline"
        emptyLabel="No timeline yet"
      />
    </>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  field: ChoiceField;
  options: SelectOption[];
  placeholder: string;
  emptyLabel: string;
}

/** A select of the design system, with a native select as fallback without scripts. */
function Choice({ name, label, field: { props, id, error }, options, placeholder, emptyLabel }: ChoiceProps) {
  return (
    <div>
      <Field label={label} id={id} optional error={error} className="noscript:hidden">
        <Select<string> {...props} options={options} placeholder={placeholder} emptyLabel={emptyLabel} />
      </Field>
      <noscript>
        <label className="flex flex-col gap-1.5 font-medium text-ink text-ui">
          {label}
          <select
            name={name}
            defaultValue={props.value}
            className="field-edge h-9 rounded-control px-2 font-normal text-ui max-md:h-11 max-md:text-input"
          >
            <option value="">{placeholder}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </noscript>
    </div>
  );
}

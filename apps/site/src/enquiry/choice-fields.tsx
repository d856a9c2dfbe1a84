import { type FunctionComponent, lazy, Suspense } from 'react';
import type { BudgetAndTimelineProps } from './budget-and-timeline.js';
import type { EnquiryForm } from './use-enquiry-form.js';

/** The fields of a form that asks about a service, empty. */
export const emptyChoices = { budget_range: '', timeline: '' } as const;

// Their selects weigh more than all the rest of a form. Both are optional: without them the form still asks.
const BudgetAndTimeline = lazy<FunctionComponent<BudgetAndTimelineProps>>(() =>
  import('./budget-and-timeline.js').catch((error: unknown) => {
    console.error('Budget and timeline could not be loaded', error);
    return { default: () => null };
  }),
);

/** Budget and timeline: two cells of the form's grid, whose space is kept while they load. */
export function ChoiceFields({ form }: { form: EnquiryForm<keyof typeof emptyChoices> }) {
  return (
    <Suspense fallback={<ChoiceSpace />}>
      <BudgetAndTimeline budget={form.choice('budget_range')} timeline={form.choice('timeline')} />
    </Suspense>
  );
}

/** As high as a label and its control, twice: a row of the grid, two on a phone. */
function ChoiceSpace() {
  return (
    <>
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
    </>
  );
}

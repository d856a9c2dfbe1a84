import { type FunctionComponent, lazy, memo, Suspense, useEffect, useRef } from 'react';
import type { BudgetAndTimelineProps } from './budget-and-timeline.js';
import type { ChoiceField, ContactForm } from './use-contact-form.js';

/** The fields of a form that asks about a service. */
export const choiceFields = ['budget_range', 'timeline'] as const;

let want = () => {};
/** Fulfilled when somebody comes near the fields; on a server, which draws the whole page, at once. */
const wanted = new Promise<void>((resolve) => {
  want = resolve;
  if (typeof window === 'undefined') resolve();
});

// Their selects weigh more than all the rest of the page. Both are optional: without them the form still asks.
const BudgetAndTimeline = lazy<FunctionComponent<BudgetAndTimelineProps>>(() =>
  wanted
    .then(() => import('./budget-and-timeline.js'))
    .catch((error: unknown) => {
      console.error('Budget and timeline could not be loaded', error);
      return { default: () => null };
    }),
);

/** Pixels from the window's edge at which the fields are near. */
const nearness = 400;

/**
 * Budget and timeline: two cells of the form's grid. They are loaded when they are about to be seen; until then they
 * stand as a server has drawn them, or their space is kept.
 */
export function ChoiceFields({ form }: { form: ContactForm<(typeof choiceFields)[number]> }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && want(), {
      rootMargin: `${nearness}px 0px`,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="grid gap-[inherit] sm:col-span-2 sm:grid-cols-2">
      <LoadedFields budget={form.choice('budget_range')} timeline={form.choice('timeline')} />
    </div>
  );
}

// Drawn again only when a choice has changed: React throws away what a server has drawn when it is drawn anew before
// its file is there.
const LoadedFields = memo(
  (fields: BudgetAndTimelineProps) => (
    <Suspense fallback={<ChoiceSpace />}>
      <BudgetAndTimeline {...fields} />
    </Suspense>
  ),
  (last, next) => sameChoice(last.budget, next.budget) && sameChoice(last.timeline, next.timeline),
);

const sameChoice = (last: ChoiceField, next: ChoiceField) =>
  last.props.value === next.props.value && last.error === next.error;

/** As high as a label and its control, twice: a row of the grid, two on a phone. */
function ChoiceSpace() {
  return (
    <>
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
    </>
  );
}

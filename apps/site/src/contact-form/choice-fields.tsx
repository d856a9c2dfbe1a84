import { type FunctionComponent, lazy, memo, Suspense, useEffect, useRef } from 'react';
import type { BudgetAndTimelineProps } from './budget-and-timeline.js';
import type { ChoiceField, ContactForm } from './use-contact-form.js';

export const choiceFields = ['budget_range', 'timeline'] as const;

let want = () => {};
/** Resolves when the fields of budget and timeline are about to be visible; on the server, immediately. */
const wanted = new Promise<void>((resolve) => {
  want = resolve;
  if (typeof window === 'undefined') resolve();
});

// The selects are loaded later, because their code is larger than the rest of the page and both fields are optional.
const BudgetAndTimeline = lazy<FunctionComponent<BudgetAndTimelineProps>>(() =>
  wanted
    .then(() => import('./budget-and-timeline.js'))
    .catch((error: unknown) => {
      console.error('Budget and timeline could not be loaded', error);
      return { default: () => null };
    }),
);

/** Distance in CSS px from the visible area at which the code of the form's choice fields is loaded. */
const nearness = 400;

/** The fields for budget and timeline, loaded when about to be visible. Before, server HTML or an empty space. */
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

// Memoised: React discards server-rendered HTML inside a Suspense boundary if it re-renders before the file is loaded.
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

/** A placeholder as high as the fields for budget and timeline. */
function ChoiceSpace() {
  return (
    <>
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
    </>
  );
}

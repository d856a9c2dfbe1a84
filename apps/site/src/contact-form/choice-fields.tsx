import { type FunctionComponent, lazy, memo, Suspense, useEffect, useRef } from 'react';
import type { BudgetAndTimelineProps } from './budget-and-timeline.js';
import type { ChoiceField, ContactForm } from './use-contact-form.js';

export const choiceFields = ['budget_range', 'timeline'] as const;

let want = () => {};
/** Fulfilled when the fields are about to be visible; on the server, immediately. */
const wanted = new Promise<void>((resolve) => {
  want = resolve;
  if (typeof window === 'undefined') resolve();
});

// The selects are larger than the rest of the page. Both fields are optional: the form works without them.
const BudgetAndTimeline = lazy<FunctionComponent<BudgetAndTimelineProps>>(() =>
  wanted
    .then(() => import('./budget-and-timeline.js'))
    .catch((error: unknown) => {
      console.error('Budget and timeline could not be loaded', error);
      return { default: () => null };
    }),
);

/** Pixels below the window at which the fields are loaded. */
const nearness = 400;

/** Budget and timeline, loaded when they are about to be visible. Until then their HTML or their space is kept. */
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

/** As high as two labels with their controls. */
function ChoiceSpace() {
  return (
    <>
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
    </>
  );
}

import type { ChoiceField, PublicForm } from '@docfolio/public-forms/use-public-form';
import { type FunctionComponent, lazy, memo, Suspense, useEffect, useRef } from 'react';
import type { BudgetAndTimelineProps } from './budget-and-timeline.js';

export const choiceFields = ['budget_range', 'timeline'] as const;

let want = () => {};
/** Resolves when the fields come near the visible area; on the server, immediately. */
const wanted = new Promise<void>((resolve) => {
  want = resolve;
  if (typeof window === 'undefined') resolve();
});

// Loaded on demand: the code of the selects is large, and both fields are optional.
const BudgetAndTimeline = lazy<FunctionComponent<BudgetAndTimelineProps>>(() =>
  wanted
    .then(() => import('./budget-and-timeline.js'))
    .catch((error: unknown) => {
      console.error('Budget and timeline could not be loaded', error);
      return { default: () => null };
    }),
);

/** Distance of the fields from the visible area at which their code is loaded, in CSS px. */
const nearness = 400;

/** The fields for budget and timeline. Until their code is loaded: the server's HTML, or an empty space as high. */
export function ChoiceFields({ form }: { form: PublicForm<(typeof choiceFields)[number]> }) {
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

// Memoised: React discards server HTML inside a Suspense boundary that re-renders before its code is loaded.
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

function ChoiceSpace() {
  return (
    <>
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
      <div aria-hidden className="h-15.5 max-md:h-17.5" />
    </>
  );
}

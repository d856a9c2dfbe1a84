import { ArrowUp } from 'lucide-react';

/** A button that scrolls to the top: below the contents on wide screens, otherwise round and in the corner. */
export function BackToTop() {
  return (
    <button
      type="button"
      onClick={() => {
        const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
        window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
        document.getElementById('content')?.focus({ preventScroll: true });
      }}
      className="inline-flex animate-fade-in cursor-pointer items-center gap-2 text-muted text-ui transition-colors hover:text-ink max-xl:fixed max-xl:right-5 max-xl:bottom-5 max-xl:z-20 max-xl:size-11 max-xl:justify-center max-xl:rounded-full max-xl:border max-xl:border-line-strong max-xl:bg-overlay max-xl:shadow-float xl:mt-5 print:hidden"
    >
      <ArrowUp aria-hidden size={16} strokeWidth={1.75} />
      <span className="max-xl:sr-only">Back to top</span>
    </button>
  );
}

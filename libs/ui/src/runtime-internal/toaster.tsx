import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  currentToast,
  dismissToast,
  noToast,
  type ShownToast,
  subscribeToToast,
  type ToastVariant,
} from './toast-store.js';
import { usedLast, watchUse } from './used-last.js';

/** CSS px between a toast and what it is lifted above, and at least to the window's top. */
const gap = 8;

const icons: Record<ToastVariant, { icon: typeof Info; tone: string }> = {
  success: { icon: CircleCheck, tone: 'text-accent' },
  info: { icon: Info, tone: 'text-info' },
  warning: { icon: TriangleAlert, tone: 'text-warning' },
  destructive: { icon: CircleAlert, tone: 'text-danger' },
};

/** Shows the current toast. The live regions always exist, so that screen readers announce a toast when it appears. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, noToast);
  const card = shown && <ToastCard key={shown.id} shown={shown} />;
  const urgent = shown?.variant === 'destructive';
  useEffect(watchUse, []);
  return (
    <section
      aria-label="Notifications"
      data-toaster=""
      className="pointer-events-none fixed right-6 bottom-6 z-100 w-toast max-md:inset-x-4 max-md:bottom-[max(1rem,env(safe-area-inset-bottom))] max-md:w-auto"
    >
      <div role="status" aria-live="polite">
        {urgent ? null : card}
      </div>
      <div role="alert" aria-live="assertive">
        {urgent ? card : null}
      </div>
    </section>
  );
}

/** Returns whether the toast's timer pauses: card hovered or focused, or page hidden. Also closes the toast on Esc. */
function usePaused(card: RefObject<HTMLElement | null>, id: number): boolean {
  const [held, setHeld] = useState(false);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const abort = new AbortController();
    const { signal } = abort;
    const hold = () => setHeld(true);
    const release = () => setHeld(element.matches(':hover') || element.contains(document.activeElement));
    element.addEventListener('pointerenter', hold, { signal });
    element.addEventListener('focusin', hold, { signal });
    element.addEventListener('pointerleave', release, { signal });
    element.addEventListener('focusout', (event) => setHeld(element.contains(event.relatedTarget as Node | null)), {
      signal,
    });
    element.addEventListener('keydown', (event) => event.key === 'Escape' && dismissToast(id), { signal });
    document.addEventListener('visibilitychange', () => setHidden(document.hidden), { signal });
    return () => abort.abort();
  }, [card, id]);
  return held || hidden;
}

/** Lifts a toast above the row or control that was used last, which it would cover. */
function useLift(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = card.current?.getBoundingClientRect();
    const used = usedLast();
    if (!own || !used || own.top >= used.bottom || own.bottom <= used.top) return;
    if (own.left >= used.right || own.right <= used.left) return;
    const lift = own.bottom - used.top + gap;
    if (own.top - lift >= gap) card.current!.style.marginBottom = `${lift}px`;
  }, [card]);
}

function ToastCard({ shown }: { shown: ShownToast }) {
  const card = useRef<HTMLDivElement>(null);
  useLift(card);
  const held = usePaused(card, shown.id);
  const remaining = useRef(shown.duration);
  const { icon: Icon, tone } = icons[shown.variant];

  useEffect(() => {
    if (held) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => dismissToast(shown.id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= Date.now() - startedAt;
    };
  }, [held, shown.id]);

  return (
    <div
      ref={card}
      data-variant={shown.variant}
      className={`pointer-events-auto flex animate-rise-in items-start gap-3 rounded-panel border bg-overlay py-3.5 pr-2.5 pl-4 text-ui shadow-float ${
        shown.variant === 'destructive' ? 'border-danger-line/55' : 'border-line-strong'
      }`}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0 grow">
        <p className="font-medium text-ink">{shown.title}</p>
        {shown.description && <p className="text-muted">{shown.description}</p>}
        {shown.action && (
          <button
            type="button"
            onClick={() => {
              shown.action?.onAction();
              dismissToast(shown.id);
            }}
            className="touch-target mt-1 font-strong text-accent hover:underline"
          >
            {shown.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Close notification"
        onClick={() => dismissToast(shown.id)}
        className="touch-target -my-1 grid size-7 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink"
      >
        <X aria-hidden size={14} strokeWidth={1.75} />
      </button>
    </div>
  );
}

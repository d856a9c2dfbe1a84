import { useLocation } from '@docfolio/federation/router';
import { useHydrated } from '@docfolio/ui/use-hydrated';
import { Info } from 'lucide-react';
import { isMissingPost } from '../posts/missing-post.js';

/** Said to somebody whose post wasn't there and who has been led here instead. */
export function MissingPostNotice() {
  const { state } = useLocation();
  // The browser's history keeps the notice over a reload, and the server knows nothing of it.
  if (!useHydrated() || !isMissingPost(state)) return null;
  return (
    <p
      role="status"
      className="mb-6 flex animate-fade-in items-start gap-2 rounded-note border border-line bg-surface px-3.5 py-2.5 text-muted text-ui"
    >
      <Info aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" />
      That post isn’t here any more. These are all that are.
    </p>
  );
}

import { useLocation } from '@docfolio/federation/router';
import { useHydrated } from '@docfolio/ui/hooks/use-hydrated';
import { Info } from 'lucide-react';
import { isMissingPost } from '../posts/missing-post.js';

/** A notice on the list after a redirect from a post that does not exist (any more). */
export function MissingPostNotice() {
  const { state } = useLocation();
  // After hydration only: the history state survives a reload, but the server does not know it.
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

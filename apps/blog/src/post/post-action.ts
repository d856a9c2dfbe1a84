/** How the actions on a post look: bare in the row under its title, framed at its end. */
export type ActionLook = 'quiet' | 'framed';

const shared = 'touch-target inline-flex cursor-pointer select-none items-center gap-2 text-ui transition-colors';

export const actionLooks: Record<ActionLook, string> = {
  quiet: `${shared} h-8 rounded-control font-book text-muted hover:text-ink`,
  framed: `${shared} h-8 rounded-control border border-line-strong px-3 font-strong text-ink hover:bg-raised max-md:h-11`,
};

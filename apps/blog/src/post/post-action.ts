/** How Like and Share look: `quiet` below the title, `framed` at the end of the post. */
export type ActionLook = 'quiet' | 'framed';

const shared = 'touch-target inline-flex cursor-pointer select-none items-center gap-2 text-ui transition-colors';

const looks: Record<ActionLook, string> = {
  quiet: `${shared} h-8 rounded-control font-book`,
  framed: `${shared} h-8 rounded-control border border-line-strong px-3 font-strong hover:bg-raised max-md:h-11`,
};

const colours: Record<ActionLook, string> = { quiet: 'text-muted hover:text-ink', framed: 'text-ink' };

/** Returns the CSS classes of an action's button. @param on whether the action is active, e.g. the post is liked */
export const actionLook = (look: ActionLook, on = false) => `${looks[look]} ${on ? 'text-accent' : colours[look]}`;

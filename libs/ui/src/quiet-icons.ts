/**
 * Classes of what holds the IconButtons of a row (`group/row`): always visible, faint at rest and muted on the row that
 * is hovered, focused, selected or has a menu open.
 */
export const quietIcons =
  '[--icon-ink:var(--faint)] group-focus-within/row:[--icon-ink:var(--muted)] group-hover/row:[--icon-ink:var(--muted)] group-has-[[data-state=open]]/row:[--icon-ink:var(--muted)] group-data-selected/row:[--icon-ink:var(--muted)] touch:[--icon-ink:var(--muted)]';

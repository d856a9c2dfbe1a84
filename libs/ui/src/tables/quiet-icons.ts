/** Classes for the parent of a row's IconButtons: faint icons, stronger while the row (`group/row`) is active. */
export const quietIcons =
  '[--icon-ink:var(--faint)] group-focus-within/row:[--icon-ink:var(--muted)] group-hover/row:[--icon-ink:var(--muted)] group-has-[[data-state=open]]/row:[--icon-ink:var(--muted)] group-data-selected/row:[--icon-ink:var(--muted)] touch:[--icon-ink:var(--muted)]';

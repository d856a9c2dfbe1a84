/** Classes of a table's first and last cell, with a shadow on a side that hides columns (use-sideways-scroll.ts). */
const sticky =
  'sticky z-1 flex items-center self-stretch bg-inherit after:pointer-events-none after:absolute after:inset-y-0 after:w-3.5 after:from-edge-shadow after:to-transparent after:opacity-0';

export const stickyStart = `${sticky} left-0 after:left-full after:bg-linear-to-r group-data-hides-left/region:shadow-[1px_0_0_var(--line)] group-data-hides-left/region:after:opacity-100`;

export const stickyEnd = `${sticky} right-0 justify-end after:right-full after:bg-linear-to-l group-data-hides-right/region:shadow-[-1px_0_0_var(--line)] group-data-hides-right/region:after:opacity-100`;

/** Classes of the other cells: a focused control scrolls clear of the sticky cells, whose widths DataTable sets. */
export const clearOfStickyCells =
  '[&_:is(a,button)]:scroll-ms-(--sticky-start) [&_:is(a,button)]:scroll-me-(--sticky-end)';

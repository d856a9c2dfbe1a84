import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  /** CSS px including padding (12 per side, 24 at the table's edges). A growing column is at least as wide. */
  width: number;
  /** Relative share of the table's spare width. If no column has one, the primary column gets all of it. */
  grow?: number;
  sortable?: boolean;
  /** Set it for exactly one column: it shows the record's name, which opens the record. */
  primary?: boolean;
  /** Uses the monospaced font, for dates, amounts and ids. The first click on the header sorts descending. */
  mono?: boolean;
  align?: 'left' | 'right';
  /** Returns the cell's text, truncated if too long. If it is empty, `fallback` is shown. */
  text?: (row: Row) => string | null | undefined;
  /**
   * Returns the cell's tooltip, e.g. the exact time of a date. Default: the text. Not used with `primary` or `cell`.
   */
  title?: (row: Row) => string | undefined;
  /** Shown in cells without text. Default: a dash, or 'Unnamed'. With `cell`, only used in the primary column. */
  fallback?: string;
  /** Hides the column while the table does not fit, that of the lowest number first: so that dates are not cut. */
  yields?: number;
  /** Renders the cell instead of `text`, e.g. a status menu or badge. */
  cell?: (row: Row) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/** Returns a table's `grid-template-columns`, with a last track of `actionsWidth` px unless null. */
export function gridTemplate<Row>(columns: readonly Column<Row>[], actionsWidth: number | null): string {
  const someGrow = columns.some((column) => column.grow);
  const tracks = columns.map((column) => {
    const grow = column.grow ?? (!someGrow && column.primary ? 1 : 0);
    return grow ? `minmax(${column.width}px, ${grow}fr)` : `${column.width}px`;
  });
  return [...tracks, ...(actionsWidth === null ? [] : [`${actionsWidth}px`])].join(' ');
}

/** Returns the columns that fit into `width` px, without those that yield; all while the width is not known (0). */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  actionsWidth: number | null,
  width: number,
): readonly Column<Row>[] {
  let fitting = columns;
  while (width > 0 && minTableWidth(fitting, actionsWidth) > width) {
    const yielding = fitting.filter((column) => column.yields !== undefined);
    if (yielding.length === 0) break;
    const first = Math.min(...yielding.map((column) => column.yields!));
    fitting = fitting.filter((column) => column.yields !== first);
  }
  return fitting;
}

export function minTableWidth<Row>(columns: readonly Column<Row>[], actionsWidth: number | null): number {
  return columns.reduce((sum, column) => sum + column.width, actionsWidth ?? 0);
}

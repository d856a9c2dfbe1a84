import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Identifies the column; passed to `onSort`. */
  key: string;
  header: string;
  /** Width in CSS px including padding (12 per side, 24 at the table's edges); the minimum if the column grows. */
  width: number;
  /** Relative share of the table's spare width. If no column has one, the primary column gets all of it. */
  grow?: number;
  sortable?: boolean;
  /** Set it for the column with the record's name, which opens the record. Exactly one column must be primary. */
  primary?: boolean;
  /** Uses the monospaced font, for dates, amounts and ids. Such a column sorts descending first. */
  mono?: boolean;
  align?: 'left' | 'right';
  /** Returns the cell's text. Long text is truncated, with the full text as title. For empty text see `fallback`. */
  text?: (row: Row) => string | null | undefined;
  /** Returns the cell's title (tooltip), e.g. the exact time of a date. Default: the text. */
  title?: (row: Row) => string | undefined;
  /** Shown in cells without text (unless `cell` renders them). Default: a dash; 'Unnamed' in the primary column. */
  fallback?: string;
  /** Renders the cell instead of `text`, e.g. a status menu or badge. */
  cell?: (row: Row) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/** Returns a table's `grid-template-columns`, with a last track for actions unless null. Widths ignore the content. */
export function gridTemplate<Row>(columns: readonly Column<Row>[], actionsWidth: number | null): string {
  const someGrow = columns.some((column) => column.grow);
  const tracks = columns.map((column) => {
    const grow = column.grow ?? (!someGrow && column.primary ? 1 : 0);
    return grow ? `minmax(${column.width}px, ${grow}fr)` : `${column.width}px`;
  });
  return [...tracks, ...(actionsWidth === null ? [] : [`${actionsWidth}px`])].join(' ');
}

export function minTableWidth<Row>(columns: readonly Column<Row>[], actionsWidth: number | null): number {
  return columns.reduce((sum, column) => sum + column.width, actionsWidth ?? 0);
}

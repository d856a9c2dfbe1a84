import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Identifies the column; passed to `onSort`. */
  key: string;
  header: string;
  /** CSS px including padding (12 per side, 24 at the table's edges). The minimum, if the column grows. */
  width: number;
  /** Share of the spare width. If no column has one, the primary column gets it all. */
  grow?: number;
  sortable?: boolean;
  /** The record's name, which opens the record. Exactly one column must be primary. */
  primary?: boolean;
  /** Monospaced, for dates, amounts and ids. */
  mono?: boolean;
  align?: 'left' | 'right';
  /** Text of the cell. Long text is truncated, with the full text as title. Empty: see `fallback`. */
  text?: (row: Row) => string | null | undefined;
  /** Title instead of the text, e.g. the exact time of a date. */
  title?: (row: Row) => string | undefined;
  /** Shown if there is no text. Default: a dash. */
  fallback?: string;
  /** Renders the cell instead of `text`, e.g. a status menu or badge. */
  cell?: (row: Row) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/** Returns the grid tracks of the columns and the actions. No track depends on its content, so columns never jump. */
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

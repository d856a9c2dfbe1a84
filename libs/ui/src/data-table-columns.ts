import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Names the column; with `sortable` it is what `onSort` is told. */
  key: string;
  header: string;
  /** CSS px, padding included (12 at each side, 24 at the table's edges). The least, where the column grows. */
  width: number;
  /** Its share of the spare width. If no column takes any, the primary one does. */
  grow?: number;
  sortable?: boolean;
  /** The record's name and the way in; exactly one column is it. */
  primary?: boolean;
  /** A machine's value: written in mono. */
  mono?: boolean;
  align?: 'left' | 'right';
  /** The text of the cell. Long text is cut and has itself as title; none gives the faint dash. */
  text?: (row: Row) => string | null | undefined;
  /** Shown on hover instead of the text: the exact time of a date. */
  title?: (row: Row) => string | undefined;
  /** What stands where there is no text: a text of the specification, shown muted. Without one, the faint dash. */
  fallback?: string;
  /** Draws the cell itself, instead of `text`: a status menu, a badge. */
  cell?: (row: Row) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/** The grid's tracks for these columns, plus the actions' one. The columns never jump: no track looks at its content. */
export function gridTemplate<Row>(columns: readonly Column<Row>[], actionsWidth: number | null): string {
  const someGrow = columns.some((column) => column.grow);
  const tracks = columns.map((column) => {
    const grow = column.grow ?? (!someGrow && column.primary ? 1 : 0);
    return grow ? `minmax(${column.width}px, ${grow}fr)` : `${column.width}px`;
  });
  return [...tracks, ...(actionsWidth === null ? [] : [`${actionsWidth}px`])].join(' ');
}

/** The least width at which no column is narrower than it asks for, in CSS px. */
export function leastWidth<Row>(columns: readonly Column<Row>[], actionsWidth: number | null): number {
  return columns.reduce((sum, column) => sum + column.width, actionsWidth ?? 0);
}

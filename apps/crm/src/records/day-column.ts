import type { Column } from '@docfolio/ui/tables/data-table';
import { dayOf, exactTimeOf } from './record-texts.js';

/** Returns a sortable table column that shows timestamps as days, and the exact time on hover. @param width CSS px */
export const dayColumn = <Key extends string>(
  key: Key,
  header: string,
  width: number,
): Column<{ readonly [At in Key]: string | null }> => ({
  key,
  header,
  width,
  mono: true,
  sortable: true,
  text: ({ [key]: at }) => at && dayOf(at),
  title: ({ [key]: at }) => (at ? exactTimeOf(at) : undefined),
});

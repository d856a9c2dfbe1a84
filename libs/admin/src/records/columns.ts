import type { Column } from '@docfolio/ui/tables/data-table';
import { dayOf, exactTimeOf } from './record-texts.js';

type Stored<Key extends string> = Column<{ readonly [At in Key]: string | null }>;

/** Returns a column that shows a field's text. @param width CSS px */
export const textColumn = <Key extends string>(
  key: Key,
  header: string,
  width: number,
  more: Omit<Stored<Key>, 'key' | 'header' | 'width' | 'text'> = {},
): Stored<Key> => ({ key, header, width, text: ({ [key]: text }) => text, ...more });

/** Returns a sortable column that shows timestamps as days, with the exact time on hover. @param width CSS px */
export const dayColumn = <Key extends string>(key: Key, header: string, width: number): Stored<Key> => ({
  key,
  header,
  width,
  mono: true,
  sortable: true,
  text: ({ [key]: at }) => at && dayOf(at),
  title: ({ [key]: at }) => (at ? exactTimeOf(at) : undefined),
});

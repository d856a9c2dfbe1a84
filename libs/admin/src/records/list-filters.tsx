import { type Status, StatusGlyph } from '@docfolio/ui/display/status-glyph';
import type { SelectOption } from '@docfolio/ui/forms/select';
import { capitalised } from './record-kind.js';

export interface ListFilter {
  /** The parameter of the list's query. */
  name: string;
  label: string;
  /** Label of the option that clears the filter: 'All statuses'. */
  all: string;
  options: readonly SelectOption[];
}

/** Returns a filter by the field `name`. @param plural of the name, for 'All statuses' */
export const listFilter = (name: string, plural: string, options: readonly SelectOption[]): ListFilter => ({
  name,
  label: capitalised(name.replaceAll('_', ' ')),
  all: `All ${plural}`,
  options,
});

/** Returns values as options of a select, labelled with the capitalised value. */
export const optionsOf = (values: readonly string[]): readonly SelectOption[] =>
  values.map((value) => ({ value, label: capitalised(value) }));

export const statusOptions = (statuses: readonly Status[]): readonly SelectOption[] =>
  statuses.map(({ value, label, glyph, tone }) => ({ value, label, glyph: <StatusGlyph kind={glyph} tone={tone} /> }));

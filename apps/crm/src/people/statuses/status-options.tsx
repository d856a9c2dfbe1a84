import { type Status, StatusGlyph } from '@docfolio/ui/display/status-glyph';
import type { SelectOption } from '@docfolio/ui/forms/select';

/** Returns statuses as options of a select, each with its glyph. */
export const statusOptions = (statuses: readonly Status[]): readonly SelectOption[] =>
  statuses.map(({ value, label, glyph, tone }) => ({ value, label, glyph: <StatusGlyph kind={glyph} tone={tone} /> }));

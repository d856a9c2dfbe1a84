import type { SelectOption } from '@docfolio/ui/select';
import { StatusGlyph } from '@docfolio/ui/status-glyph';
import { leadStatuses } from './lead-statuses.js';

/** The statuses as a select shows them, each with its glyph. */
export const leadStatusOptions: readonly SelectOption[] = leadStatuses.map(({ value, label, glyph, tone }) => ({
  value,
  label,
  glyph: <StatusGlyph kind={glyph} tone={tone} />,
}));

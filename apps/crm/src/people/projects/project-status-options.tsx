import type { SelectOption } from '@docfolio/ui/select';
import { StatusGlyph } from '@docfolio/ui/status-glyph';
import { projectStatuses } from './project-statuses.js';

/** The statuses as a select shows them, each with its glyph. */
export const projectStatusOptions: readonly SelectOption[] = projectStatuses.map(({ value, label, glyph, tone }) => ({
  value,
  label,
  glyph: <StatusGlyph kind={glyph} tone={tone} />,
}));

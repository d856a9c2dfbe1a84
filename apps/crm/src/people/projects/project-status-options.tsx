import { projectStatuses } from '@docfolio/ui/project-statuses';
import type { SelectOption } from '@docfolio/ui/select';
import { StatusGlyph } from '@docfolio/ui/status-glyph';

/** The statuses as a select shows them, each with its glyph. */
export const projectStatusOptions: readonly SelectOption[] = projectStatuses.map(({ value, label, glyph, tone }) => ({
  value,
  label,
  glyph: <StatusGlyph kind={glyph} tone={tone} />,
}));

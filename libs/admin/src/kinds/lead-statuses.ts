import type { Status } from '@docfolio/ui/display/status-glyph';

/** In the order of the sales pipeline. The digits 1 to 5 choose them in a StatusMenu. */
export const leadStatuses = [
  { value: 'new', label: 'New', glyph: 'ring', tone: 'info' },
  { value: 'contacted', label: 'Contacted', glyph: 'half', tone: 'warning' },
  { value: 'qualified', label: 'Qualified', glyph: 'three-quarters', tone: 'violet' },
  { value: 'converted', label: 'Converted', glyph: 'check', tone: 'success' },
  { value: 'lost', label: 'Lost', glyph: 'cross', tone: 'faint' },
] as const satisfies readonly Status[];

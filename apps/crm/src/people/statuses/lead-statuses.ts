import type { Status } from '@docfolio/ui/status-glyph';

/** Labels and glyphs of a lead's statuses, in the order of the pipeline and of the menu's digits. */
export const leadStatuses = [
  { value: 'new', label: 'New', glyph: 'ring', tone: 'info' },
  { value: 'contacted', label: 'Contacted', glyph: 'half', tone: 'warning' },
  { value: 'qualified', label: 'Qualified', glyph: 'three-quarters', tone: 'violet' },
  { value: 'converted', label: 'Converted', glyph: 'check', tone: 'success' },
  { value: 'lost', label: 'Lost', glyph: 'cross', tone: 'faint' },
] as const satisfies readonly Status[];

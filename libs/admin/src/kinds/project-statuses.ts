import type { Status } from '@docfolio/ui/display/status-glyph';

/** In the order of the work. The digits 1 to 7 choose them in a StatusMenu. */
export const projectStatuses = [
  { value: 'inquiry', label: 'Inquiry', glyph: 'dashed', tone: 'faint' },
  { value: 'proposal', label: 'Proposal', glyph: 'ring', tone: 'info' },
  { value: 'planning', label: 'Planning', glyph: 'quarter', tone: 'violet' },
  { value: 'in_progress', label: 'In progress', glyph: 'half', tone: 'warning' },
  { value: 'on_hold', label: 'On hold', glyph: 'pause', tone: 'faint' },
  { value: 'completed', label: 'Completed', glyph: 'check', tone: 'success' },
  { value: 'cancelled', label: 'Cancelled', glyph: 'cross', tone: 'faint' },
] as const satisfies readonly Status[];

import type { Status } from '@docfolio/ui/display/status-glyph';

/** A project's statuses with label and glyph, in the order of the work; digits select them in this order. */
export const projectStatuses = [
  { value: 'inquiry', label: 'Inquiry', glyph: 'dashed', tone: 'faint' },
  { value: 'proposal', label: 'Proposal', glyph: 'ring', tone: 'info' },
  { value: 'planning', label: 'Planning', glyph: 'quarter', tone: 'violet' },
  { value: 'in_progress', label: 'In progress', glyph: 'half', tone: 'warning' },
  { value: 'on_hold', label: 'On hold', glyph: 'pause', tone: 'faint' },
  { value: 'completed', label: 'Completed', glyph: 'check', tone: 'success' },
  { value: 'cancelled', label: 'Cancelled', glyph: 'cross', tone: 'faint' },
] as const satisfies readonly Status[];

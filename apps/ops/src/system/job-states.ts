import type { JobSummary } from '@docfolio/contracts/entities/system';
import type { BadgeTone } from '@docfolio/ui/display/badge';

export const jobStateLooks: Readonly<Record<JobSummary['state'], { label: string; tone: BadgeTone }>> = {
  failed: { label: 'Failed', tone: 'danger' },
  delayed: { label: 'Delayed', tone: 'warning' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  active: { label: 'Active', tone: 'info' },
};

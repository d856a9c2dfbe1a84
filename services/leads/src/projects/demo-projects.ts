import { demoClientId, demoLeadId, demoProjectId } from '../leads/demo-leads.js';
import { type DemoRecord, hoursBefore } from '../records/plant.js';
import type { ProjectFields } from './projects.repository.js';

type DemoProject = Pick<ProjectFields, 'title' | 'service_type' | 'status'> &
  Partial<Pick<ProjectFields, 'description' | 'budget' | 'timeline_estimate'>> & {
    /** Hours before the seeding that it was written down. */
    age: number;
    /** Days from the seeding, before it where below 0. */
    starts?: number;
    ends?: number;
    /** Address of its client. */
    client?: string;
    /** It came from the lead of that address. */
    fromLead?: boolean;
  };

/** Made-up work for the demo clients, in every status. */
const work: readonly DemoProject[] = [
  {
    age: 20,
    title: 'Delivery windows for garden centres',
    service_type: 'SaaS architecture',
    status: 'inquiry',
    client: 'aroha@tuigarden.example',
  },
  {
    age: 60,
    title: 'Parts catalogue, searchable by photo',
    service_type: 'AI integration',
    status: 'proposal',
    budget: 18_500,
    timeline_estimate: '6 to 8 weeks',
    client: 'l.bassi@officinebassi.example',
    description:
      'A mechanic points the phone at a worn part. Three candidates, never one: they know better than we do.',
  },
  {
    age: 88,
    title: 'Spectrometer companion app',
    service_type: 'Mobile app development',
    status: 'planning',
    budget: 112_000,
    starts: 12,
    ends: 250,
    timeline_estimate: '8 months',
    client: 'morita@hakodate-instruments.example',
    fromLead: true,
    description: 'Bluetooth, long measurements, export to the archive. Firmware documentation comes on paper.',
  },
  {
    age: 400,
    title: 'Appointment reminders',
    service_type: 'Mobile app development',
    status: 'in_progress',
    budget: 24_000,
    starts: -30,
    ends: 45,
    timeline_estimate: '10 weeks',
    client: 'grace@lakeside-clinics.example',
  },
  {
    age: 640,
    title: 'Pump telemetry, second stage',
    service_type: 'SaaS architecture',
    status: 'in_progress',
    budget: 61_250.5,
    starts: -75,
    client: 'hanneke@polderwater.example',
    description: 'Forty pumping stations report each minute. The dike wardens want one number in the morning.',
  },
  {
    age: 1_500,
    title: 'Route planning at the border',
    service_type: 'AI integration',
    status: 'on_hold',
    budget: 38_000,
    starts: -60,
    client: 'farid@caspianlogistics.example',
    description: 'Waiting for the customs interface to be opened.',
  },
  {
    age: 1_900,
    title: 'Right-to-left map labels',
    service_type: 'Map tooling',
    status: 'completed',
    budget: 27_500,
    starts: -78,
    ends: -15,
    client: 'nadia@medina-maps.example',
    fromLead: true,
  },
  {
    age: 2_800,
    title: 'Mentoring, six sessions',
    service_type: 'Technical mentorship',
    status: 'completed',
    budget: 900,
    starts: -110,
    ends: -55,
    timeline_estimate: 'Every second week',
    client: 'sebastian.araya@example.org',
  },
  { age: 5_200, title: 'Loyalty card for two bakeries', service_type: 'Mobile app development', status: 'cancelled' },
];

/** Made-up projects, the newest first. */
export function demoProjects(now: Date): DemoRecord<ProjectFields>[] {
  const day = (days: number | undefined) =>
    days === undefined
      ? null
      : hoursBefore(now, -24 * days)
          .toISOString()
          .slice(0, 'YYYY-MM-DD'.length);
  return work.map(({ age, starts, ends, client, fromLead, ...fields }) => ({
    id: demoProjectId(fields.title),
    created_at: hoursBefore(now, age),
    fields: {
      ...fields,
      start_date: day(starts),
      end_date: day(ends),
      client_id: client ? demoClientId(client) : null,
      lead_id: client && fromLead ? demoLeadId(client) : null,
    },
  }));
}

import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@docfolio/contracts/core/event';
import type { leadCreated } from '@docfolio/contracts/entities/lead';

export type CreatedLead = PayloadOf<typeof leadCreated>['lead'];

/** Returns a lead as the event of its creation contains it. */
export const createdLead = (fields: Partial<CreatedLead> = {}): CreatedLead => ({
  id: randomUUID(),
  name: 'Ingrid Solheim',
  email: 'ingrid@fjordline.example',
  phone: null,
  company: 'Fjordline',
  message: 'Our app dies at sea.\n<script>alert(1)</script>',
  source: 'contact',
  budget_range: null,
  timeline: null,
  service_interest: null,
  project_type: null,
  status: 'new',
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
  ...fields,
});

import { demoClientId, demoLeadId } from '../leads/demo-leads.js';
import { emailKey } from '../records/email-key.js';
import { type DemoRecord, hoursBefore } from '../records/plant.js';
import type { ClientFields } from './clients.repository.js';

interface DemoClient {
  /** Hours before the seeding that they were written down. */
  age: number;
  name: string;
  email: string;
  phone?: string;
  company?: string;
  billing_address?: string;
  /** They were a lead under the same address. */
  wasLead?: boolean;
}

/** Made-up people on reserved domains (RFC 2606). */
const people: readonly DemoClient[] = [
  {
    age: 90,
    name: 'Yuki Morita',
    email: 'morita@hakodate-instruments.example',
    company: 'Hakodate Instruments',
    phone: '+81 555 0143',
    billing_address: 'Hakodate Instruments\n4-12 Suehirocho\nHakodate',
    wasLead: true,
  },
  {
    age: 210,
    name: 'Nadia Benkirane',
    email: 'nadia@medina-maps.example',
    company: 'Medina Maps',
    wasLead: true,
  },
  {
    age: 950,
    name: 'Aroha Parata',
    email: 'aroha@tuigarden.example',
    company: 'Tui Garden Centres',
    phone: '+64 555 0177',
    billing_address: '18 Kōwhai Road\nNelson',
  },
  { age: 1_400, name: 'Lorenzo Bassi', email: 'l.bassi@officinebassi.example', company: 'Officine Bassi' },
  {
    age: 2_100,
    name: 'Grace Wanjiru',
    email: 'grace@lakeside-clinics.example',
    company: 'Lakeside Clinics',
    phone: '+254 555 0119',
    billing_address: 'Lakeside Clinics, Accounts\nPO Box 1440\nKisumu',
  },
  { age: 2_900, name: 'Sebastián Araya', email: 'sebastian.araya@example.org', phone: '+56 555 0162' },
  {
    age: 4_300,
    name: 'Hanneke Dijkstra',
    email: 'hanneke@polderwater.example',
    company: 'Polderwater',
    billing_address: 'Dijkweg 7\nLelystad',
  },
  { age: 6_600, name: 'Farid Rahimov', email: 'farid@caspianlogistics.example', company: 'Caspian Logistics' },
];

/** Made-up clients, the newest first; two of them were leads. */
export function demoClients(now: Date): DemoRecord<ClientFields>[] {
  return people.map(({ age, wasLead, ...fields }) => ({
    id: demoClientId(fields.email),
    created_at: hoursBefore(now, age),
    fields: { ...fields, email_key: emailKey(fields.email), lead_id: wasLead ? demoLeadId(fields.email) : null },
  }));
}

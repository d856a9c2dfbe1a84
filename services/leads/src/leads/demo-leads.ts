import { derivedId } from '@docfolio/service-kit/identity';
import { type DemoRecord, hoursBefore } from '../records/plant.js';
import type { LeadFields } from './leads.repository.js';

type DemoLead = Pick<LeadFields, 'name' | 'email' | 'source' | 'status' | 'message'> &
  Partial<LeadFields> & {
    /** Hours before the seeding that it came in. */
    age: number;
  };

/** Made-up people on reserved domains (RFC 2606), in every status and from every source. */
const people: readonly DemoLead[] = [
  {
    age: 3,
    name: 'Ingrid Solheim',
    email: 'ingrid@fjordline.example',
    company: 'Fjordline Ferries',
    source: 'services',
    status: 'new',
    service_interest: 'Mobile app development',
    budget_range: '15k-50k',
    timeline: '1-3-months',
    phone: '+47 5550 1842',
    message:
      'Our boarding app dies whenever the ship leaves the harbour and loses its signal. We need tickets that can be checked offline, on phones that are six years old.',
  },
  {
    age: 9,
    name: 'Mateo Quiroga',
    email: 'mateo@quirogahnos.example',
    source: 'contact',
    status: 'new',
    message:
      'Do you take on small things? It is a family bakery, two shops, and an ordering page that nobody dares to touch any more.',
  },
  {
    age: 27,
    name: 'Adaeze Nwosu',
    email: 'adaeze.nwosu@lumenclinic.example',
    company: 'Lumen Clinic',
    source: 'services',
    status: 'contacted',
    service_interest: 'AI integration',
    budget_range: '50k-100k',
    timeline: '3-6-months',
    message:
      'We write two hundred discharge letters a day. Could a model draft them from the chart, with a doctor signing each? Privacy matters more to us than speed.',
  },
  {
    age: 44,
    name: 'Henrik Vestergaard',
    email: 'hv@kornmark.example',
    company: 'Kornmark Agro',
    source: 'portfolio',
    status: 'qualified',
    project_type: 'Offline-first field app',
    message: 'Your offline case study is our problem to the letter.\n\nSixty agronomists, no coverage, one shared map.',
  },
  {
    age: 70,
    name: 'Sunita Rao',
    email: 'sunita@threadbare.example',
    company: 'Threadbare',
    source: 'services',
    status: 'new',
    service_interest: 'SaaS architecture',
    budget_range: '15k-50k',
    timeline: 'asap',
    message: 'Every tenant has a database of its own, and we are at 900 of them. Backups take longer than the night.',
  },
  {
    age: 101,
    name: 'Oleksandr Bondarenko',
    email: 'o.bondarenko@gridpulse.example',
    company: 'Gridpulse Energy Monitoring and Forecasting',
    source: 'direct',
    status: 'contacted',
    message: 'Met at the meet-up in spring. Wants a second opinion on their event pipeline before the audit.',
  },
  {
    age: 130,
    name: 'Claire Dubreuil',
    email: 'claire@atelierdubreuil.example',
    source: 'blog',
    status: 'new',
    message: 'Your article on migrations saved our weekend. Can we hire you for a day to look over the next one?',
  },
  {
    age: 182,
    name: 'Yuki Morita',
    email: 'morita@hakodate-instruments.example',
    company: 'Hakodate Instruments',
    source: 'services',
    status: 'converted',
    service_interest: 'Mobile app development',
    budget_range: '100k+',
    timeline: '6-12-months',
    phone: '+81 555 0143',
    message: 'A companion app for a spectrometer: Bluetooth, long measurements, export to our archive.',
  },
  {
    age: 240,
    name: 'Tendai Moyo',
    email: 'tendai@savannahpay.example',
    company: 'SavannahPay',
    source: 'services',
    status: 'qualified',
    service_interest: 'SaaS architecture',
    budget_range: '50k-100k',
    timeline: '1-3-months',
    message: 'Settlement runs at midnight and is not done by six. We would like somebody who has seen this before.',
  },
  {
    age: 290,
    name: 'Beatriz Antunes',
    email: 'bia.antunes@example.org',
    source: 'services',
    status: 'contacted',
    service_interest: 'Technical mentorship',
    budget_range: '5k-15k',
    timeline: 'exploring',
    message: 'I lead a team of four since March and never learned how. Do you mentor leads, or only developers?',
  },
  {
    age: 365,
    name: 'Rory Gallacher',
    email: 'rory@saltmarsh.example',
    company: 'Saltmarsh Outdoor',
    source: 'contact',
    status: 'lost',
    message: 'Looking for somebody on site in Inverness, full time.',
  },
  {
    age: 430,
    name: 'Nadia Benkirane',
    email: 'nadia@medina-maps.example',
    company: 'Medina Maps',
    source: 'portfolio',
    status: 'converted',
    project_type: 'Map tooling',
    message: 'What you built for the surveyors.\n\nWith right-to-left labels: خرائط المدينة.',
  },
  {
    age: 520,
    name: 'Pavel Dvořák',
    email: 'dvorak@sklo-brno.example',
    company: 'Sklo Brno',
    source: 'direct',
    status: 'lost',
    message: 'Quote was over their budget for this year. Ask again in January.',
  },
  {
    age: 610,
    name: 'Amara Okafor',
    email: 'amara@brightpath.example',
    company: 'Brightpath Learning',
    source: 'services',
    status: 'new',
    service_interest: 'AI integration',
    budget_range: '15k-50k',
    timeline: '3-6-months',
    message:
      'Teachers want feedback on essays that sounds like theirs. We have twenty years of marked essays and the right to use them.',
  },
  {
    age: 700,
    name: 'Jonas Weidmann',
    email: 'weidmann@bergbahn-arven.example',
    company: 'Bergbahnen Arven',
    source: 'services',
    status: 'lost',
    service_interest: 'Mobile app development',
    message: 'A ticket app for a cable car. The board has decided to go with a kiosk instead.',
  },
  {
    age: 795,
    name: 'Salote Tupou',
    email: 'salote@vavau-cooperative.example',
    company: "Vava'u Growers' Cooperative",
    source: 'services',
    status: 'contacted',
    service_interest: 'SaaS architecture',
    budget_range: '5k-15k',
    timeline: 'exploring',
    message: 'Three hundred growers, one spreadsheet. What would the smallest thing be that is better?',
  },
  {
    age: 880,
    name: 'Emil Lindqvist',
    email: 'emil@norrsken-labs.example',
    company: 'Norrsken Labs',
    source: 'portfolio',
    status: 'contacted',
    project_type: 'Evaluation harness',
    message: 'How you measured answers before anybody saw them.\n\nThe same for summaries of lab journals, in Swedish.',
  },
];

/** The project of those who have become clients. */
const projectOf: Record<string, string> = {
  'morita@hakodate-instruments.example': 'Spectrometer companion app',
  'nadia@medina-maps.example': 'Right-to-left map labels',
};

/** The id of a demo lead. */
export const demoLeadId = (email: string) => derivedId('demo lead', email);
/** Those of what the converted ones have become; a lead has one of each. */
export const demoClientId = (email: string) => derivedId('demo client', email);
export const demoProjectId = (title: string) => derivedId('demo project', title);

function becameOf(email: string): Pick<LeadFields, 'client_id' | 'project_id'> {
  const title = projectOf[email];
  return { client_id: title ? demoClientId(email) : null, project_id: title ? demoProjectId(title) : null };
}

/** Made-up leads, the newest first. */
export function demoLeads(now: Date) {
  return people.map(({ age, ...fields }) => ({
    id: demoLeadId(fields.email),
    created_at: hoursBefore(now, age),
    fields: { is_spam: false, ...fields, ...becameOf(fields.email) },
  })) satisfies DemoRecord<LeadFields>[];
}

import { budgetRanges, type LeadSource, type LeadStatus, timelines } from '@docfolio/contracts/entities/lead';
import { type projectStatuses } from '@docfolio/contracts/entities/project';
import type { SubscriberSource } from '@docfolio/contracts/entities/subscriber';
import { derivedId } from '@docfolio/service-kit/identity';
import type { BulkCollection, BulkRecord } from '@docfolio/service-kit/mongo/bulk-fill';
import { ofLead } from '../people/inquiries/inquiry-base.js';
import type { FollowedLead } from '../people/leads/leads.repository.js';
import { emailKey } from '../records/email-key.js';
import { oneOf, type Person, personOf, type Random, randomOf, weighted } from './bulk-people.js';

export const bulkKinds = ['leads', 'clients', 'projects', 'subscribers', 'inquiries'] as const;
/** Number of records of each kind. */
export type BulkSizes = Record<(typeof bulkKinds)[number], number>;

const threeYears = 3 * 365 * 24 * 3_600_000;
const month = 30 * 24 * 3_600_000;

const statuses: Record<LeadStatus, number> = { new: 18, contacted: 24, qualified: 16, converted: 17, lost: 25 };
const sources: Record<LeadSource, number> = { direct: 12, blog: 18, contact: 28, services: 30, portfolio: 12 };
const subscriberSources: Record<SubscriberSource, number> = { blog: 55, newsletter: 30, website: 15 };
const projectStates: Record<(typeof projectStatuses)[number], number> = {
  inquiry: 10,
  proposal: 10,
  planning: 8,
  in_progress: 17,
  on_hold: 5,
  completed: 42,
  cancelled: 8,
};
const services = ['Mobile app development', 'SaaS architecture', 'AI integration', 'Technical mentorship'];
const works = [
  'Booking app',
  'Offline field app',
  'Data pipeline',
  'Customer portal',
  'Search rebuild',
  'Design system',
];
const messages = [
  'We need somebody who has done this before and can start within the month.',
  'Your article said what our team has been arguing about for a year. Can we talk?',
  'The first version was built in a hurry. It works, and nobody dares to touch it.',
  'Could you look over our plan for two days, before we spend a year on it?',
];

/** Returns record `index` of a kind: the same in every run, except that its times are relative to `now`. */
function bulkRecord(kind: string, index: number, now: number, fieldsOf: (random: Random) => Record<string, unknown>) {
  const random = randomOf(`${kind} ${index}`);
  // Recent times are more frequent.
  const created = now - threeYears * random() ** 1.4;
  return {
    id: derivedId(`bulk ${kind}`, String(index)),
    created_at: new Date(created),
    updated_at: new Date(Math.min(now, created + month * random() ** 3)),
    fields: fieldsOf(random),
  };
}

const idOf = (random: Random, kind: string, of: number): string =>
  derivedId(`bulk ${kind}`, String(Math.floor(random() * of)));

const personOfLead = (index: number): Person => personOf(randomOf(`leads person ${index}`), String(index));

const maybe = <T>(random: Random, chance: number, value: () => T): T | null => (random() < chance ? value() : null);

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

function leadAt(index: number, now: number): BulkRecord {
  return bulkRecord('leads', index, now, (random) => {
    const source = weighted(random, sources);
    return {
      ...personOfLead(index),
      message: maybe(random, 0.9, () => oneOf(random, messages)),
      source,
      status: weighted(random, statuses),
      is_spam: random() < 0.02,
      budget_range: maybe(random, 0.5, () => oneOf(random, budgetRanges)),
      timeline: maybe(random, 0.5, () => oneOf(random, timelines)),
      service_interest: source === 'services' ? oneOf(random, services) : null,
      project_type: source === 'portfolio' ? oneOf(random, works) : null,
    };
  });
}

function clientAt(index: number, now: number): BulkRecord {
  return bulkRecord('clients', index, now, (random) => {
    const person = personOf(random, `.c${index}`);
    const address = () =>
      `${1 + Math.floor(random() * 200)} Quay Street\n${oneOf(random, ['Bergen', 'Porto', 'Brno'])}`;
    return { ...person, email_key: emailKey(person.email), billing_address: maybe(random, 0.7, address) };
  });
}

function projectAt(index: number, now: number, { clients }: BulkSizes): BulkRecord {
  return bulkRecord('projects', index, now, (random) => {
    const start = now - threeYears * random();
    return {
      title: `${oneOf(random, works)} ${index + 1}`,
      description: maybe(random, 0.8, () => oneOf(random, messages)),
      service_type: oneOf(random, services),
      status: weighted(random, projectStates),
      budget: maybe(random, 0.8, () => 500 * Math.round(4 + 200 * random() ** 3)),
      start_date: maybe(random, 0.7, () => day(start)),
      end_date: maybe(random, 0.5, () => day(start + month * (1 + 8 * random()))),
      timeline_estimate: maybe(random, 0.5, () => `${2 + Math.floor(random() * 10)} weeks`),
      client_id: clients > 0 ? maybe(random, 0.85, () => idOf(random, 'clients', clients)) : null,
    };
  });
}

function subscriberAt(index: number, now: number): BulkRecord {
  const record = bulkRecord('subscribers', index, now, (random) => {
    const { email, name } = personOf(random, `.s${index}`);
    return {
      email,
      email_key: emailKey(email),
      name: maybe(random, 0.6, () => name),
      source: weighted(random, subscriberSources),
      is_active: random() < 0.9,
      is_spam: false,
    };
  });
  return { ...record, fields: { ...record.fields, subscribed_at: record.created_at } };
}

/** Returns the fields that a random lead's inquiry copies from the lead. */
function fromLead(random: Random, leads: number) {
  const index = Math.floor(random() * leads);
  const lead = leadAt(index, 0);
  const { status, is_spam } = lead.fields as Pick<FollowedLead, 'status' | 'is_spam'>;
  return { lead_id: lead.id, ...ofLead({ ...personOfLead(index), status, is_spam, version: 1 }) };
}

const serviceInquiryAt = (index: number, now: number, { leads }: BulkSizes): BulkRecord =>
  bulkRecord('service inquiries', index, now, (random) => ({
    ...fromLead(random, leads),
    service_name: oneOf(random, services),
    specific_requirements: oneOf(random, messages),
    budget_range: maybe(random, 0.6, () => oneOf(random, budgetRanges)),
    timeline: maybe(random, 0.6, () => oneOf(random, timelines)),
  }));

const portfolioInquiryAt = (index: number, now: number, { leads }: BulkSizes): BulkRecord =>
  bulkRecord('portfolio inquiries', index, now, (random) => ({
    ...fromLead(random, leads),
    project_name: oneOf(random, works),
    similar_project_interest: maybe(random, 0.8, () => oneOf(random, messages)),
    custom_requirements: maybe(random, 0.5, () => oneOf(random, messages)),
  }));

/** Returns the collections to fill with these sizes. Three in five inquiries are about services. */
export function bulkCollections(sizes: BulkSizes): BulkCollection[] {
  const aboutServices = Math.ceil(sizes.inquiries * 0.6);
  return [
    { name: 'leads', records: sizes.leads, at: leadAt },
    { name: 'clients', records: sizes.clients, at: clientAt },
    { name: 'projects', records: sizes.projects, at: (index, now) => projectAt(index, now, sizes) },
    { name: 'blog_subscribers', records: sizes.subscribers, at: subscriberAt },
    { name: 'service_inquiries', records: aboutServices, at: (index, now) => serviceInquiryAt(index, now, sizes) },
    {
      name: 'portfolio_inquiries',
      records: sizes.inquiries - aboutServices,
      at: (index, now) => portfolioInquiryAt(index, now, sizes),
    },
  ];
}

import { readFileSync } from 'node:fs';
import { subscriberSources } from '@docfolio/contracts/entities/subscriber';
import { derivedId } from '@docfolio/service-kit/identity';
import { daysBefore, hoursBefore, type SeedRecord } from '@docfolio/service-kit/mongo/seed-records';
import type { Connection } from 'mongoose';
import type { ClientFields } from '../people/clients/clients.repository.js';
import { type InquiryBase, ofLead } from '../people/inquiries/inquiry-base.js';
import type { PortfolioInquiryFields } from '../people/inquiries/portfolio-inquiries.repository.js';
import type { ServiceInquiryFields } from '../people/inquiries/service-inquiries.repository.js';
import type { LeadFields } from '../people/leads/leads.repository.js';
import type { ProjectFields } from '../people/projects/projects.repository.js';
import type { SubscriberFields } from '../people/subscribers/subscribers.repository.js';
import { emailKey } from '../records/email-key.js';

/** A record of a demo file, with its age in hours at the time of seeding. */
interface Aged {
  age: number;
}
type DemoLead = Aged &
  Pick<LeadFields, 'name' | 'email' | 'source' | 'status' | 'message'> &
  Partial<LeadFields> & {
    /** Title of the project that the lead was converted into. */
    project?: string;
    /** Notes about the lead. `gone` is the time of a note as a fraction of the lead's age. */
    notes?: { gone: number; text: string }[];
  };
type DemoClient = Aged & Pick<ClientFields, 'name' | 'email'> & Partial<ClientFields> & { was_lead?: boolean };
type DemoProject = Aged &
  Pick<ProjectFields, 'title' | 'service_type' | 'status'> &
  Partial<Omit<ProjectFields, 'client'>> & {
    /** Start of the project in days after seeding; negative before it. */
    starts?: number;
    ends?: number;
    client?: string;
    from_lead?: boolean;
  };

const clientId = (email: string) => derivedId('demo client', email);
const leadId = (email: string) => derivedId('demo lead', email);
const projectId = (title: string) => derivedId('demo project', title);

/** Reads a file of `demo/`, which is next to `src` and `dist`. All addresses are on reserved domains (RFC 2606). */
function read<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(new URL(`../../demo/${name}.json`, import.meta.url), 'utf8')) as Row[];
}

export function demoLeads(now: Date) {
  return read<DemoLead>('leads').map(({ age, project, notes = [], ...fields }) => ({
    id: leadId(fields.email),
    created_at: hoursBefore(now, age),
    notes,
    fields: {
      is_spam: false,
      ...fields,
      client_id: project ? clientId(fields.email) : null,
      project_id: project ? projectId(project) : null,
    },
  }));
}
export type DemoLeads = ReturnType<typeof demoLeads>;

export function demoClients(now: Date): SeedRecord<ClientFields>[] {
  return read<DemoClient>('clients').map(({ age, was_lead, ...fields }) => ({
    id: clientId(fields.email),
    created_at: hoursBefore(now, age),
    fields: { ...fields, email_key: emailKey(fields.email), lead_id: was_lead ? leadId(fields.email) : null },
  }));
}

export function demoProjects(now: Date): SeedRecord<ProjectFields>[] {
  const day = (days?: number) =>
    days === undefined ? null : daysBefore(now, -days).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return read<DemoProject>('projects').map(({ age, starts, ends, client, from_lead, ...fields }) => ({
    id: projectId(fields.title),
    created_at: hoursBefore(now, age),
    fields: {
      ...fields,
      start_date: day(starts),
      end_date: day(ends),
      client_id: client ? clientId(client) : null,
      lead_id: client && from_lead ? leadId(client) : null,
    },
  }));
}

function inquiriesOf<Fields extends InquiryBase>(
  leads: DemoLeads,
  source: LeadFields['source'],
  fieldsOf: (lead: DemoLeads[number]['fields']) => Partial<Fields>,
): SeedRecord<Fields>[] {
  return leads
    .filter(({ fields }) => fields.source === source)
    .map(({ id, created_at, fields }) => ({
      id: derivedId('demo inquiry', fields.email),
      created_at,
      fields: {
        ...fieldsOf(fields),
        lead_id: id,
        ...ofLead({ company: null, version: 1, ...fields }),
      } as Partial<Fields>,
    }));
}

export function demoServiceInquiries(leads: DemoLeads) {
  return inquiriesOf<ServiceInquiryFields>(leads, 'services', (lead) => ({
    service_name: lead.service_interest ?? 'Other',
    specific_requirements: lead.message,
    budget_range: lead.budget_range ?? null,
    timeline: lead.timeline ?? null,
  }));
}

/** Splits the message of a lead from the portfolio form, which is both texts with a blank line between them. */
export function demoPortfolioInquiries(leads: DemoLeads) {
  return inquiriesOf<PortfolioInquiryFields>(leads, 'portfolio', ({ project_type, message }) => {
    const [similar_project_interest = null, custom_requirements = null] = message?.split('\n\n') ?? [];
    return { project_name: project_type ?? 'Other', similar_project_interest, custom_requirements };
  });
}

/** Returns demo subscribers of every source, active and inactive, confirmed and not. */
export function demoSubscribers(now: Date): SeedRecord<SubscriberFields>[] {
  return read<{ email: string; name?: string }>('subscribers').map(({ email, name = null }, index) => {
    // Spreads the sign-ups over growing intervals and different times of the day.
    const subscribed_at = hoursBefore(now, 5 + index * 31 + index * index);
    return {
      id: derivedId('demo subscriber', email),
      created_at: subscribed_at,
      fields: {
        email,
        email_key: emailKey(email),
        name,
        source: subscriberSources[((index * 7) % 5) % subscriberSources.length]!,
        is_active: index % 6 !== 4,
        subscribed_at,
        confirmed_at: index % 5 === 2 ? null : new Date(subscribed_at.getTime() + 9 * 60 * 1_000),
        is_spam: false,
      },
    };
  });
}

/** Returns the subscribers whose address no other stored one has. Index: the subscriber of an address. */
export async function withFreeAddresses(
  connection: Connection,
  subscribers: readonly SeedRecord<SubscriberFields>[],
): Promise<SeedRecord<SubscriberFields>[]> {
  const others = await connection
    .collection<{ _id: string; email_key: string }>('blog_subscribers')
    .find(
      {
        email_key: { $in: subscribers.flatMap(({ fields }) => fields.email_key ?? []) },
        _id: { $nin: subscribers.map(({ id }) => id) },
        is_spam: false,
        deleted_at: null,
      },
      { projection: { email_key: 1 } },
    )
    .toArray();
  const taken = new Set(others.map(({ email_key }) => email_key));
  return subscribers.filter(({ fields }) => !taken.has(fields.email_key ?? ''));
}

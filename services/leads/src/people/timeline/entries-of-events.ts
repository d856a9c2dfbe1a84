import type { PayloadOf } from '@docfolio/contracts/core/event';
import type { clientChanged } from '@docfolio/contracts/entities/client';
import type { leadChanged, leadCreated } from '@docfolio/contracts/entities/lead';
import type { mailFailed, mailSent } from '@docfolio/contracts/entities/mail';
import type { portfolioInquiryCreated } from '@docfolio/contracts/entities/portfolio-inquiry';
import type { projectChanged } from '@docfolio/contracts/entities/project';
import type { serviceInquiryCreated } from '@docfolio/contracts/entities/service-inquiry';
import type { TimelineEntry } from '@docfolio/contracts/entities/timeline';
import type { Named } from './subjects.repository.js';

type Kind = TimelineEntry['kind'];

/** A timeline entry to be stored. Omitted fields become null. */
export interface Draft extends Partial<Pick<TimelineEntry, 'actor' | 'text' | 'from' | 'to' | 'link' | 'conversion'>> {
  kind: Kind;
  /** Ids of the records whose timelines show the entry, first the one that it is about. */
  subjects: readonly string[];
  /** Time of the entry. Default: the time of the event. */
  at?: Date;
  /** Key that is stored once, for an entry that several events may create. Default: the event's id. */
  once?: string;
}

/** Looks up data for timeline entries that an event doesn't contain. */
export interface Known {
  labelOf(collection: Named, id: string): Promise<string>;
  /** Returns the ids of a client and of the lead that it was converted from, if any. */
  timelineOf(client: string): Promise<readonly string[]>;
  /** Returns a project's budget and timeline, and the numbers of its lead's notes and sent emails. */
  carried(leadId: string, projectId: string): Promise<Carried>;
}

export type Carried = Pick<
  NonNullable<TimelineEntry['conversion']>,
  'budget' | 'timeline_estimate' | 'notes' | 'mails'
>;

type Inquiry = Pick<PayloadOf<typeof serviceInquiryCreated>['inquiry'], 'id'> & {
  created_at: string | Date;
  service_name?: string;
  project_name?: string;
};
type Lead = { id: string; source: string; created_at: string | Date };
type Change = { act: string; actor: string | null; fields: readonly string[] };

export function entriesOfLead({ lead, actor }: PayloadOf<typeof leadCreated>): Draft[] {
  return [arrival(lead, actor)];
}

/** Returns the entries of a new inquiry and of its lead, which raises no event. */
export function entriesOfInquiry({
  inquiry,
  lead,
}: PayloadOf<typeof serviceInquiryCreated> | PayloadOf<typeof portfolioInquiryCreated>): Draft[] {
  return entriesOfArrival({ lead, inquiries: [inquiry] });
}

/** Returns the entries of the creation of a lead that raised no event of its own, for example because it was spam. */
export function entriesOfArrival({ lead, inquiries }: { lead: Lead; inquiries: readonly Inquiry[] }): Draft[] {
  return [arrival(lead, null), ...inquiries.map((inquiry) => arrivalOfInquiry(inquiry, lead))];
}

export async function entriesOfLeadChange(change: PayloadOf<typeof leadChanged>, known: Known): Promise<Draft[]> {
  const { id, actor, status, is_spam, converted } = change;
  const subject = { subjects: [id], actor };
  return [
    ...(status ? [{ kind: 'status' as const, ...subject, ...status }] : []),
    ...(is_spam === undefined ? [] : [{ kind: is_spam ? ('spam' as const) : ('not_spam' as const), ...subject }]),
    ...(converted?.client_id ? await becameClient(id, converted.client_id, actor, known) : []),
    ...(converted?.project_id
      ? [
          { kind: 'converted' as const, ...subject, link: await linkTo('projects', converted.project_id, known) },
          await becameProject(change, converted.project_id, converted.client_id, known),
        ]
      : []),
    ...changeOf(change, id),
  ];
}

export async function entriesOfClientChange(change: PayloadOf<typeof clientChanged>, known: Known): Promise<Draft[]> {
  const { id, act, actor, lead_id } = change;
  if (act !== 'created') return changeOf(change, id);
  return [{ kind: 'created', subjects: [id], actor, link: lead_id ? await linkTo('leads', lead_id, known) : null }];
}

/**
 * Returns the entries of a changed project. Creation and status changes are on its timeline, its client's and lead's;
 * other changes on its own. On a converted project's own timeline the conversion replaces the creation.
 */
export function entriesOfProjectChange(change: PayloadOf<typeof projectChanged>): Draft[] {
  const { id, act, actor, title, client_id, lead_id, status } = change;
  const others = [client_id, lead_id].filter((subject) => subject !== null);
  const common = { actor, link: { type: 'projects' as const, id, label: title } };
  if (act === 'created') return [{ kind: 'project', ...common, subjects: lead_id ? others : [id, ...others] }];
  return [
    ...(status ? [{ kind: 'project_status' as const, ...common, subjects: [id, ...others], ...status }] : []),
    ...changeOf(change, id),
  ];
}

export function entriesOfMail(mail: PayloadOf<typeof mailSent> | PayloadOf<typeof mailFailed>): Draft[] {
  const { id, lead_id, subject } = mail;
  if (!lead_id) return [];
  const common = { subjects: [lead_id], text: subject };
  if (!('reason' in mail)) return [{ kind: 'mail_sent', ...common }];
  return [{ kind: 'mail_failed', ...common, link: { type: 'mails', id, label: mail.reason } }];
}

function arrival({ id, source, created_at }: Lead, actor: string | null): Draft {
  return { kind: 'created', subjects: [id], actor, text: source, at: new Date(created_at), once: id };
}

function arrivalOfInquiry({ id, service_name, project_name, created_at }: Inquiry, lead: Lead): Draft {
  const about =
    service_name === undefined
      ? { kind: 'portfolio_inquiry' as const, type: 'portfolio_inquiries' as const, label: project_name ?? '' }
      : { kind: 'service_inquiry' as const, type: 'service_inquiries' as const, label: service_name };
  const { kind, type, label } = about;
  // Sorts the inquiry after its lead, even if both were created in the same millisecond.
  const at = new Date(Math.max(+new Date(created_at), +new Date(lead.created_at) + 1));
  return { kind, subjects: [lead.id], link: { type, id, label }, at, once: id };
}

/** Returns the entries of a lead's conversion into a client, new or existing. */
async function becameClient(leadId: string, clientId: string, actor: string | null, known: Known): Promise<Draft[]> {
  const kind = 'converted';
  const became: Draft = { kind, subjects: [leadId], actor, link: await linkTo('clients', clientId, known) };
  const timelines = await known.timelineOf(clientId);
  if (timelines.length === 0 || timelines.includes(leadId)) return [became];
  return [became, { kind, subjects: [clientId], actor, link: await linkTo('leads', leadId, known) }];
}

/** Returns the entry of a conversion on the timeline of the created project. */
async function becameProject(
  { id, actor, status }: PayloadOf<typeof leadChanged>,
  projectId: string,
  clientId: string | null,
  known: Known,
): Promise<Draft> {
  return {
    kind: 'converted',
    subjects: [projectId],
    actor,
    from: status?.from ?? null,
    to: 'converted',
    link: await linkTo('leads', id, known),
    conversion: {
      client: clientId === null ? null : { id: clientId, label: await known.labelOf('clients', clientId) },
      client_created: clientId !== null && (await known.timelineOf(clientId)).includes(id),
      ...(await known.carried(id, projectId)),
    },
    once: projectId,
  };
}

function changeOf({ act, actor, fields }: Change, id: string): Draft[] {
  const subject = { subjects: [id], actor };
  if (act === 'deleted' || act === 'restored') return [{ kind: act, ...subject }];
  return fields.length > 0 ? [{ kind: 'changed', ...subject, text: fields.join(', ') }] : [];
}

async function linkTo<T extends Named>(type: T, id: string, known: Known) {
  return { type, id, label: await known.labelOf(type, id) };
}

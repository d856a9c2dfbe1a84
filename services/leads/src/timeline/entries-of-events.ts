import type { clientChanged } from '@docfolio/contracts/client';
import type { PayloadOf } from '@docfolio/contracts/event';
import type { leadChanged, leadCreated } from '@docfolio/contracts/lead';
import type { mailFailed, mailSent } from '@docfolio/contracts/mail';
import type { portfolioInquiryCreated } from '@docfolio/contracts/portfolio-inquiry';
import type { projectChanged } from '@docfolio/contracts/project';
import type { serviceInquiryCreated } from '@docfolio/contracts/service-inquiry';
import type { TimelineEntry } from '@docfolio/contracts/timeline';
import type { Named } from './subjects.repository.js';

/** An entry as an event tells of it. What is left out is null. */
export interface Draft extends Partial<Pick<TimelineEntry, 'actor' | 'text' | 'from' | 'to' | 'link'>> {
  kind: TimelineEntry['kind'];
  /** Whose timeline it is on, the one that it is about first. */
  subjects: readonly string[];
  /** When it happened, where that isn't when the event did. */
  at?: Date;
}

/** What a record is called now. */
export type LabelOf = (collection: Named, id: string) => Promise<string>;

type Lead = PayloadOf<typeof leadCreated>['lead'];
type Inquiry = PayloadOf<typeof serviceInquiryCreated> | PayloadOf<typeof portfolioInquiryCreated>;
type Change = { act: string; actor: string | null; fields: readonly string[] };

export function entriesOfLead({ lead, actor }: PayloadOf<typeof leadCreated>): Draft[] {
  return [arrival(lead, actor)];
}

/** The lead was written with the inquiry, and just before it. */
export function entriesOfInquiry({ inquiry, lead }: Inquiry): Draft[] {
  const link =
    'service_name' in inquiry
      ? { type: 'service_inquiries' as const, id: inquiry.id, label: inquiry.service_name }
      : { type: 'portfolio_inquiries' as const, id: inquiry.id, label: inquiry.project_name };
  const kind = link.type === 'service_inquiries' ? 'service_inquiry' : 'portfolio_inquiry';
  return [arrival(lead, null), { kind, subjects: [lead.id], link }];
}

export async function entriesOfLeadChange(change: PayloadOf<typeof leadChanged>, labelOf: LabelOf): Promise<Draft[]> {
  const { id, actor, status, is_spam, converted } = change;
  const subject = { subjects: [id], actor };
  const { client_id, project_id } = converted ?? {};
  return [
    ...(status ? [{ kind: 'status' as const, ...subject, ...status }] : []),
    ...(is_spam === undefined ? [] : [{ kind: is_spam ? ('spam' as const) : ('not_spam' as const), ...subject }]),
    ...(client_id
      ? [{ kind: 'converted' as const, ...subject, link: await linkTo('clients', client_id, labelOf) }]
      : []),
    ...(project_id
      ? [{ kind: 'converted' as const, ...subject, link: await linkTo('projects', project_id, labelOf) }]
      : []),
    ...changeOf(change, id),
  ];
}

export async function entriesOfClientChange(
  change: PayloadOf<typeof clientChanged>,
  labelOf: LabelOf,
): Promise<Draft[]> {
  const { id, act, actor, lead_id } = change;
  if (act !== 'created') return changeOf(change, id);
  const link = lead_id ? await linkTo('leads', lead_id, labelOf) : null;
  return [{ kind: 'created', subjects: [id], actor, link }];
}

/** A project is told of on its client's timeline and on that of the lead that it came from. */
export function entriesOfProjectChange(change: PayloadOf<typeof projectChanged>): Draft[] {
  const { id, act, actor, title, client_id, lead_id, status } = change;
  const subjects = [client_id, lead_id].filter((subject) => subject !== null);
  const base = { subjects, actor, link: { type: 'projects' as const, id, label: title } };
  if (subjects.length === 0) return [];
  if (act === 'created') return [{ kind: 'project', ...base }];
  return status ? [{ kind: 'project_status', ...base, ...status }] : [];
}

/** Mails that are about no lead are on no timeline. */
export function entriesOfMail(mail: PayloadOf<typeof mailSent> | PayloadOf<typeof mailFailed>): Draft[] {
  const { id, lead_id, subject } = mail;
  if (!lead_id) return [];
  const base = { subjects: [lead_id], text: subject };
  if (!('reason' in mail)) return [{ kind: 'mail_sent', ...base }];
  return [{ kind: 'mail_failed', ...base, link: { type: 'mails', id, label: mail.reason } }];
}

function arrival(lead: Lead, actor: string | null): Draft {
  return { kind: 'created', subjects: [lead.id], actor, text: lead.source, at: new Date(lead.created_at) };
}

function changeOf({ act, actor, fields }: Change, id: string): Draft[] {
  const subject = { subjects: [id], actor };
  if (act === 'deleted' || act === 'restored') return [{ kind: act, ...subject }];
  return fields.length > 0 ? [{ kind: 'changed', ...subject, text: fields.join(', ') }] : [];
}

async function linkTo<T extends Named>(type: T, id: string, labelOf: LabelOf) {
  return { type, id, label: await labelOf(type, id) };
}

import type { LeadStatus } from '@docfolio/contracts/entities/lead';
import { type Draft, entriesOfArrival } from '../people/timeline/entries-of-events.js';
import { type EntryRecord, recordOf } from '../people/timeline/entry-record.js';
import type { DemoLeads } from './demo-records.js';

/** Email address of the admin who is the actor of status changes, notes and leads added in the CRM. */
const owner = 'owner@docfolio.example';
const second = 1_000;

/** The statuses that a lead takes until it has a status, without the initial `new`. */
const ways: Record<LeadStatus, readonly LeadStatus[]> = {
  new: [],
  contacted: ['contacted'],
  qualified: ['contacted', 'qualified'],
  converted: ['contacted', 'qualified', 'converted'],
  lost: ['contacted', 'lost'],
};
/** Time of each status change as a fraction of the lead's age. */
const pace = [0.1, 0.35, 0.6];

/** Address of the demo lead whose mail server refused the thank-you email. */
const unreachable = 'rory@saltmarsh.example';

type Lead = DemoLeads[number];

/** Returns the timeline entries of demo leads up to now. */
export function demoTimelines(leads: DemoLeads, now: Date): EntryRecord[] {
  return leads.flatMap((lead) =>
    [...arrival(lead), ...mails(lead), ...steps(lead, now), ...notesOn(lead, now)].map((draft, index) =>
      recordOf(draft, { id: `demo ${lead.id} ${index}`, at: lead.created_at }),
    ),
  );
}

function arrival({ id, created_at, fields: { source } }: Lead): Draft[] {
  const actor = source === 'direct' ? { actor: owner } : {};
  return entriesOfArrival({ lead: { id, created_at, source }, inquiries: [] }).map((draft) => ({ ...draft, ...actor }));
}

/** Returns the entries about a lead's emails; none if the owner added the lead. */
function mails({ id, created_at, fields: { name, email, source } }: Lead): Draft[] {
  if (source === 'direct') return [];
  const mail = (kind: 'mail_sent' | 'mail_failed', text: string, after: number): Draft => ({
    kind,
    subjects: [id],
    text,
    at: new Date(created_at.getTime() + after * second),
  });
  const thanks = 'Thank you for your inquiry!';
  const link = { type: 'mails' as const, id: `demo-${id}`, label: 'SMTP 550' };
  return [
    mail('mail_sent', `New message from ${name}`, 1),
    email === unreachable ? { ...mail('mail_failed', thanks, 3), link } : mail('mail_sent', thanks, 2),
  ];
}

function steps({ id, created_at, fields: { status } }: Lead, now: Date): Draft[] {
  return ways[status].map((to, index, way) => ({
    kind: 'status',
    subjects: [id],
    actor: owner,
    from: way[index - 1] ?? 'new',
    to,
    at: later(created_at, now, pace[index]!),
  }));
}

function notesOn({ id, created_at, notes }: Lead, now: Date): Draft[] {
  return notes.map(({ gone, text }) => ({
    kind: 'note',
    subjects: [id],
    actor: owner,
    text,
    at: later(created_at, now, gone),
  }));
}

function later(from: Date, now: Date, gone: number): Date {
  return new Date(from.getTime() + (now.getTime() - from.getTime()) * gone);
}

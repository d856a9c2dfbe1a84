import type { LeadSource, LeadStatus } from '@docfolio/contracts/lead';
import { type Draft, entriesOfArrival } from './entries-of-events.js';
import { type EntryRecord, recordOf } from './entry-record.js';

/** What the timeline of a demo lead is made from. */
export interface DemoSubject {
  id: string;
  name: string;
  email: string;
  source: LeadSource;
  status: LeadStatus;
  created_at: Date;
}

/** Who has done it all: a made-up address (RFC 2606). */
const owner = 'owner@docfolio.example';
const second = 1_000;

/** The way that a lead has come by the status it has. */
const ways: Record<LeadStatus, readonly LeadStatus[]> = {
  new: [],
  contacted: ['contacted'],
  qualified: ['contacted', 'qualified'],
  converted: ['contacted', 'qualified', 'converted'],
  lost: ['contacted', 'lost'],
};
/** The parts of a lead's time that had gone by at each step. */
const pace = [0.1, 0.35, 0.6];

/** Notes by address, and the part of the lead's time that had gone by. */
const notes: Record<string, readonly { gone: number; text: string }[]> = {
  'ingrid@fjordline.example': [
    { gone: 0.7, text: 'Six-year-old phones: ask for the exact models before anything is promised.' },
  ],
  'hv@kornmark.example': [
    { gone: 0.2, text: 'Spoke for half an hour. Sixty agronomists, two seasons a year, a freeze from April to June.' },
    { gone: 0.8, text: 'Wants a fixed price for the map alone first.\nSend two pages, not ten.' },
  ],
  'morita@hakodate-instruments.example': [
    { gone: 0.3, text: 'Contract signed. Firmware documentation comes on paper, in Japanese: plan two days for it.' },
  ],
};
/** Whose own server would not have our thanks. */
const unreachable = 'rory@saltmarsh.example';

/** The timelines of demo leads up to now: how they came, what became of them, and notes on three of them. */
export function demoTimelines(leads: readonly DemoSubject[], now: Date): EntryRecord[] {
  return leads.flatMap((lead) =>
    [...arrival(lead), ...mails(lead), ...steps(lead, now), ...notesOn(lead, now)].map((draft, index) =>
      recordOf(draft, { id: `demo ${lead.id} ${index}`, at: lead.created_at }),
    ),
  );
}

function arrival(lead: DemoSubject): Draft[] {
  const written = lead.source === 'direct';
  return entriesOfArrival({ lead, inquiries: [] }).map((draft) => (written ? { ...draft, actor: owner } : draft));
}

/** Nobody is thanked for what the owner wrote down. */
function mails({ id, name, email, source, created_at }: DemoSubject): Draft[] {
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

function steps({ id, status, created_at }: DemoSubject, now: Date): Draft[] {
  return ways[status].map((to, index, way) => ({
    kind: 'status',
    subjects: [id],
    actor: owner,
    from: way[index - 1] ?? 'new',
    to,
    at: later(created_at, now, pace[index]!),
  }));
}

function notesOn({ id, email, created_at }: DemoSubject, now: Date): Draft[] {
  return (notes[email] ?? []).map(({ gone, text }) => ({
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

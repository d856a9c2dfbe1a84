import type { PayloadOf } from '@docfolio/contracts/event';
import type { leadCreated } from '@docfolio/contracts/lead';
import { promises } from '@docfolio/site-copy/site';

/** A lead as its event, or that of the inquiry it came with, tells of it. */
export type CreatedLead = PayloadOf<typeof leadCreated>['lead'];

export interface ComposedMail {
  subject: string;
  text: string;
  /** The address that an answer goes to. */
  replyTo?: string;
}

/** Tells the owner what a visitor wrote, with the way to the record. Answering it answers the visitor. */
export function ownerMail(lead: CreatedLead, siteUrl: string): ComposedMail {
  const facts: [string, string | null][] = [
    ['Name', lead.name],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Company', lead.company],
    ['Source', lead.source],
    ['Service interest', lead.service_interest],
    ['Project type', lead.project_type],
    ['Budget', lead.budget_range],
    ['Timeline', lead.timeline],
  ];
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  const table = facts.flatMap(([label, value]) => (value ? [`${`${label}:`.padEnd(width)}${value}`] : []));
  return {
    subject: `New message from ${lead.name}`,
    text: [...table, '', lead.message ?? '(no message)', '', '--', `${siteUrl}/admin/leads/${lead.id}`, ''].join('\n'),
    replyTo: lead.email,
  };
}

/**
 * Thanks the sender. It never repeats what they wrote: whoever types somebody else's address into the form must not be
 * able to make this site send them a text of their choosing. For the same reason it doesn't greet them by name.
 */
export function acknowledgementMail(siteUrl: string): ComposedMail {
  return {
    subject: 'Thank you for your inquiry!',
    text: [
      'Hello,',
      '',
      `Your message has arrived. We'll get back to you ${promises.reply}.`,
      '',
      "If you didn't write to us, somebody typed your address by mistake: nothing more will come.",
      '',
      '--',
      siteUrl,
      '',
    ].join('\n'),
  };
}

import type { PayloadOf } from '@docfolio/contracts/core/event';
import type { leadCreated } from '@docfolio/contracts/entities/lead';
import { promises } from '@docfolio/site-copy/site';

/** A lead as contained in the event of its creation, or of the inquiry that created it. */
export type CreatedLead = PayloadOf<typeof leadCreated>['lead'];

export interface ComposedMail {
  subject: string;
  text: string;
  replyTo?: string;
}

/** Returns the email to the owner about a new lead. Replies go to the lead's address. */
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

/** Returns the receipt to the sender. It quotes nothing of the form, or anyone could send any text to any address. */
export function acknowledgementMail(siteUrl: string): ComposedMail {
  return {
    subject: 'Thank you for your inquiry!',
    text: [
      'Hello,',
      '',
      `Your message has arrived. We'll get back to you ${promises.reply}.`,
      '',
      "If you didn't write to us, someone entered your address by mistake. You will get no further email.",
      '',
      '--',
      siteUrl,
      '',
    ].join('\n'),
  };
}

import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import { type LeadSource, leads, type NewLead, newLead } from '@docfolio/contracts/lead';
import { zodResolver } from '@hookform/resolvers/zod';

export const validate = zodResolver(newLead);

/**
 * Sends the leads of one form: another try with the same lead is the same act, over a reload of the page too (see
 * FormAttempts). It rejects as `call` does.
 */
export function leadSender(source: LeadSource) {
  const attempts = new FormAttempts(`docfolio.attempt.lead.${source}`);
  return (lead: NewLead) => attempts.run(lead, (idempotencyKey) => call(leads.submit, lead, { idempotencyKey }));
}

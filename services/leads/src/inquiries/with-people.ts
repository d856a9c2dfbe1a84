import type { PersonLink } from '@docfolio/contracts/record-link';
import type { LeadsRepository } from '../leads/leads.repository.js';

/** Inquiries with who sent them, looked up for all of them at once; null where that lead has been deleted. */
export async function withPeople<Inquiry extends { lead_id: string }>(
  leads: LeadsRepository,
  inquiries: readonly Inquiry[],
): Promise<(Inquiry & { person: PersonLink | null })[]> {
  const people = await leads.peopleOf(inquiries.map(({ lead_id }) => lead_id));
  return inquiries.map((inquiry) => ({ ...inquiry, person: people.get(inquiry.lead_id) ?? null }));
}

import { type FormPost, failureOf, pick, type SubmitForm, submitPost } from '@docfolio/api-client/form-post';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import { type LeadSource, leads } from '@docfolio/contracts/lead';
import type { CallInput } from '@docfolio/contracts/operation';
import type { QueryClient } from '@tanstack/react-query';
import { leadFields, leadFormName } from './lead-form/lead-fields.js';

const sources: Readonly<Record<string, LeadSource>> = {
  '/contact': 'contact',
  '/services': 'services',
  '/portfolio': 'portfolio',
};

/** Sends a lead form that the browser posted without scripts; returns undefined for a page without such a form. */
export const submit: SubmitForm = async (post, client) => {
  const source = sources[post.pathname];
  return source && submitLead(source, post, client);
};

async function submitLead(source: LeadSource, post: FormPost, client: QueryClient) {
  const form = leadFormName(source);
  const values = pick(post.fields, leadFields);
  const website = post.fields[honeypotField];
  const texts = { ...values, source, ...(website && { website }) } as CallInput<typeof leads.submit>;
  const sent = await submitPost(leads.submit, texts, post, client);
  if (sent.kind === 'stored') return { location: '/contact/sent', outcome: { kind: 'sent', form, values } as const };
  const refused = { kind: 'refused', form, values } as const;
  if (sent.kind === 'invalid') return { status: 422, outcome: { ...refused, errors: sent.errors } };
  const { errors, ...failure } = failureOf(sent.problem, leadFields);
  const text = 'Something went wrong. Please try again.';
  return { ...failure, outcome: { ...refused, errors, title: 'Error', text } };
}

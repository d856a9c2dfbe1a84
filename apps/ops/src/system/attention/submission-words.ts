import { honeypotField } from '@docfolio/contracts/core/honeypot';
import { type Operation, operationKey } from '@docfolio/contracts/core/operation';
import { comments } from '@docfolio/contracts/entities/comment';
import type { DeadLetter } from '@docfolio/contracts/entities/dead-letter';
import { leads } from '@docfolio/contracts/entities/lead';
import { portfolioInquiries } from '@docfolio/contracts/entities/portfolio-inquiry';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { subscribers } from '@docfolio/contracts/entities/subscriber';

const submitted: readonly (readonly [Operation, string])[] = [
  [subscribers.submit, 'Newsletter subscription'],
  [leads.submit, 'Contact form'],
  [serviceInquiries.submit, 'Service inquiry'],
  [portfolioInquiries.submit, 'Portfolio inquiry'],
  [comments.submit, 'Comment'],
];
const kinds = new Map(submitted.map(([operation, words]) => [operationKey(operation), words]));

/** Returns the operation of a submission; undefined if this version of the CRM does not know it. */
export const operationOf = (letter: DeadLetter): Operation | undefined =>
  submitted.find(([operation]) => operationKey(operation) === letter.operation)?.[0];

/** Returns a name for a submission's operation, such as 'Contact form'; the operation itself if it has no name. */
export const kindOf = ({ operation }: DeadLetter) => kinds.get(operation) ?? operation;

const reasons: Readonly<Record<string, string>> = {
  already_subscribed: 'The address was already subscribed',
  validation_failed: 'It contains invalid values',
  malformed_body: 'It could not be read',
  body_too_large: 'It was too large',
  not_found: 'Its post was deleted',
  invalid_parent: 'The comment it replies to was deleted',
  conflict: 'It conflicts with another record',
  idempotency_key_reused: 'It was sent before with different content',
};

export const reasonOf = ({ code }: DeadLetter) => reasons[code] ?? `It was refused (${code})`;

export interface SentField {
  name: string;
  text: string;
}

const names: Readonly<Record<string, string>> = {
  id: 'Post',
  author_name: 'Name',
  author_email: 'Email',
  content: 'Comment',
  parent_comment_id: 'In reply to',
};

/** Returns the label of a submission's field. */
export const fieldName = (field: string) =>
  names[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value));

/** Returns a submission's fields as text, without empty ones and the honeypot. Its `input` may be any JSON. */
export function fieldsOf({ input }: DeadLetter): SentField[] {
  if (typeof input !== 'object' || input === null) return input ? [{ name: 'Content', text: textOf(input) }] : [];
  return Object.entries(input)
    .filter(([field, value]) => field !== honeypotField && value !== null && value !== undefined && value !== '')
    .map(([field, value]) => ({ name: fieldName(field), text: textOf(value) }));
}

export function senderOf(submission: DeadLetter): string | undefined {
  const fields = fieldsOf(submission);
  const said = (wanted: string) => fields.find(({ name }) => name === wanted)?.text;
  return said('Name') ?? said('Email');
}

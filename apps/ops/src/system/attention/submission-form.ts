import type { FormField, FormValues } from '@docfolio/admin/records/form-field';
import { honeypotField } from '@docfolio/contracts/core/honeypot';
import type { DeadLetter } from '@docfolio/contracts/entities/dead-letter';
import { budgetRanges, leadSources, leads, timelines } from '@docfolio/contracts/entities/lead';
import { subscriberSources } from '@docfolio/contracts/entities/subscriber';
import type { z } from 'zod';
import { fieldName, operationOf } from './submission-words.js';

type SubmissionSchema = z.ZodObject & z.ZodType<Record<string, unknown>>;

/** The form that corrects a refused submission. */
export interface SubmissionForm {
  fields: readonly FormField[];
  schema: SubmissionSchema;
  values: FormValues;
  /** Returns the submission with the form's values. */
  inputOf: (values: FormValues) => Record<string, unknown>;
}

/** Fields that name other records. */
const references = ['id', 'parent_comment_id'];
const longFields = ['message', 'content', 'specific_requirements', 'similar_project_interest', 'custom_requirements'];

/** Returns the form of a refused submission; undefined if this version of the CRM does not know its operation. */
export function submissionForm(letter: DeadLetter): SubmissionForm | undefined {
  const operation = operationOf(letter);
  if (!operation) return undefined;
  const schema = operation.input as SubmissionSchema;
  const known = Object.keys(schema.shape);
  const sent = sentFields(letter, known);
  const choices: Readonly<Record<string, readonly string[]>> = {
    budget_range: budgetRanges,
    timeline: timelines,
    source: operation === leads.submit ? leadSources : subscriberSources,
  };
  const fields = known
    .filter((name) => name !== honeypotField && !references.includes(name))
    .map((name) => fieldOf(name, choices[name], textOf(sent[name])));
  return {
    fields,
    schema,
    values: Object.fromEntries(fields.map((field) => [field.name, initialValue(field, textOf(sent[field.name]))])),
    inputOf: (values) => ({
      ...sent,
      // What was not sent and is still empty stays absent: it may have a default.
      ...Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' || name in sent)),
    }),
  };
}

function fieldOf(name: string, choices: readonly string[] | undefined, sent: string): FormField {
  const label = fieldName(name);
  if (choices) {
    const options = choices.map((value) => ({ value, label: value }));
    const hint = sent === '' || choices.includes(sent) ? undefined : `It was sent as “${sent}”, which is no choice.`;
    return { name, label, control: 'select', options, emptyLabel: 'Not specified', hint };
  }
  const isEmail = name === 'email' || name === 'author_email';
  return { name, label, control: longFields.includes(name) ? 'textarea' : isEmail ? 'email' : 'text' };
}

/** Returns the value to begin with: none for a choice that does not exist. */
const initialValue = ({ options }: FormField, sent: string): string =>
  options && !options.some(({ value }) => value === sent) ? '' : sent;

/** Returns the sent fields that the operation knows. A reply to a comment that is gone becomes a comment of its own. */
function sentFields({ input, code }: DeadLetter, known: readonly string[]): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  const dropped = code === 'invalid_parent' ? 'parent_comment_id' : undefined;
  return Object.fromEntries(Object.entries(input).filter(([name]) => known.includes(name) && name !== dropped));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { call } from '@docfolio/api-client/call';
import { isProblem } from '@docfolio/api-client/problem';
import { transportOf } from '@docfolio/api-client/query-client';
import { type CallInput, type Operation, operationKey } from '@docfolio/contracts/core/operation';
import type { ProblemError } from '@docfolio/contracts/core/problem';
import { honeypotField } from '@docfolio/contracts/generated/constants';
import type { QueryClient } from '@tanstack/react-query';
import { check, type FieldOf } from './check.js';
import type { RefusedForm, SentForm } from './form-outcome.js';
import { failureNotice } from './notices.js';
import { formRateNotice } from './rate-notices.js';

/** A form that a browser without JavaScript has posted to the URL of its page. */
export interface FormPost {
  /** Path of the page, without a trailing slash. */
  pathname: string;
  /** First value of each field. */
  fields: Readonly<Record<string, string>>;
  /** Derives an Idempotency-Key from the content: equal content has the same key within one clock hour (UTC). */
  keyOf: (content: unknown) => string;
}

/** How to respond to a posted form: redirect to the path `location`, or send its page again with `status`. */
export type FormResult =
  | { outcome: SentForm; location: string }
  | { outcome: RefusedForm; status: number; retryAfter?: number };

/** Handles a posted form: the export `submit` of a remote's `src/server.ts`. @returns undefined without such a form */
export type SubmitForm = (post: FormPost, client: QueryClient) => Promise<FormResult | undefined>;

type Summary = Pick<RefusedForm, 'title' | 'text' | 'isInfo'>;

export interface PostedFormOptions<O extends Operation> {
  /** Name of the form, unique on its page. */
  form: string;
  /** Names of the fields in their order. */
  fields: readonly FieldOf<O>[];
  /** Further values to send, such as the source of a lead. */
  fixed?: Partial<CallInput<O>>;
  /** Path of the page that confirms the submission. */
  location: string;
  /** Fields whose values that page shows. Default: all. */
  confirmed?: readonly FieldOf<O>[];
  /** Returns what the summary of a failure has instead of the usual text. Not called for a rate limit. */
  failure?: (problem: ProblemError | undefined) => Summary | undefined;
}

/** Validates a posted form and calls the operation, with an Idempotency-Key derived from the values. */
export async function submitPostedForm<O extends Operation>(
  operation: O,
  post: FormPost,
  client: QueryClient,
  { form, fields, fixed, location, confirmed = fields, failure }: PostedFormOptions<O>,
): Promise<FormResult> {
  const values = pick(post.fields, fields);
  const refused = { kind: 'refused', form, values } as const;
  const failed = (problem?: ProblemError): Summary => {
    const limited = formRateNotice(problem);
    if (limited) return { title: limited.title, text: limited.description };
    return { title: failureNotice.title, text: failureNotice.description, ...failure?.(problem) };
  };
  const trapped = post.fields[honeypotField];
  const checked = check(operation, { ...values, ...fixed, ...(trapped && { [honeypotField]: trapped }) });
  if ('errors' in checked) {
    const errors = Object.entries(checked.errors);
    const shown = errors.filter(([field]) => Object.hasOwn(values, field));
    // An invalid value that no field shows, such as the id of a post.
    const hasOthers = shown.length < errors.length;
    return { status: 422, outcome: { ...refused, errors: Object.fromEntries(shown), ...(hasOthers && failed()) } };
  }
  const input = checked.input as CallInput<O>;
  try {
    await call(operation, input, {
      ...transportOf(client),
      idempotencyKey: post.keyOf([operationKey(operation), input]),
    });
  } catch (problem) {
    if (!isProblem(problem)) throw problem;
    const shown = (problem.errors ?? []).filter(({ path }) => Object.hasOwn(values, path));
    return {
      status: problem.status >= 500 ? 503 : problem.status === 400 ? 422 : problem.status,
      retryAfter: problem.retryAfter,
      outcome: {
        ...refused,
        errors: Object.fromEntries(shown.map(({ path, message }) => [path, message])),
        ...failed(problem),
      },
    };
  }
  return { location, outcome: { kind: 'sent', form, values: pick(post.fields, confirmed) } };
}

/** Returns the values that were posted for the fields. */
export const pick = (fields: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? '']));

import { type CallInput, type InputOf, type Operation, operationKey } from '@docfolio/contracts/operation';
import type { ProblemError } from '@docfolio/contracts/problem';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import type { RefusedForm, SentForm } from './form-outcome.js';
import { isProblem } from './problem.js';
import { transportOf } from './query-client.js';

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

type Submission<O extends Operation> =
  | { kind: 'stored'; input: InputOf<O> }
  | { kind: 'invalid'; errors: Record<string, string> }
  | { kind: 'failed'; problem: ProblemError };

/** Validates a form's texts, then calls the operation with an Idempotency-Key derived from them. */
export async function submitPost<O extends Operation>(
  operation: O,
  texts: CallInput<O>,
  post: FormPost,
  client: QueryClient,
): Promise<Submission<O>> {
  const { data, error } = operation.input.safeParse(texts);
  if (error) return { kind: 'invalid', errors: firstErrors(error.issues) };
  const input = data as CallInput<O>;
  const idempotencyKey = post.keyOf([operationKey(operation), input]);
  try {
    await call(operation, input, { ...transportOf(client), idempotencyKey });
    return { kind: 'stored', input: data as InputOf<O> };
  } catch (problem) {
    if (!isProblem(problem)) throw problem;
    return { kind: 'failed', problem };
  }
}

/** Returns the first message of each field, by the first segment of its path ('' for the whole form). */
export function firstErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/** Returns status, Retry-After (s) and errors of the fields `names`, for the page of a form whose call failed. */
export function failureOf(problem: ProblemError, names: readonly string[]) {
  const found = (problem.errors ?? []).filter(({ path }) => names.includes(path));
  return {
    status: problem.status >= 500 ? 503 : problem.status === 400 ? 422 : problem.status,
    retryAfter: problem.retryAfter,
    errors: Object.fromEntries(found.map(({ path, message }) => [path, message])),
  };
}

export const pick = <Name extends string>(fields: Readonly<Record<string, string>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? ''])) as Record<Name, string>;

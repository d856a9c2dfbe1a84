import { type CallInput, type InputOf, type Operation, operationKey } from '@docfolio/contracts/operation';
import type { ProblemError } from '@docfolio/contracts/problem';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import type { RefusedForm, SentForm } from './form-outcome.js';
import { isProblem } from './problem.js';
import { transportOf } from './query-client.js';

/** A plain HTML form that a browser has posted to the address of its page. */
export interface FormPost {
  /** Without a trailing slash. */
  pathname: string;
  /** The first value of each field. */
  fields: Readonly<Record<string, string>>;
  /** Derives the Idempotency-Key: the same content has the same key for an hour. */
  keyOf: (content: unknown) => string;
}

/** `sent` redirects to `location`, a path; `refused` responds with the form's page and this status. */
export type FormResult =
  | { outcome: SentForm; location: string }
  | { outcome: RefusedForm; status: number; retryAfter?: number };

/**
 * Runs the operation of a posted form. A remote whose pages have forms exports one as `submit` from `src/server.ts`.
 * @returns undefined for a form that the page does not have
 */
export type SubmitForm = (post: FormPost, client: QueryClient) => Promise<FormResult | undefined>;

type Submission<O extends Operation> =
  | { kind: 'stored'; input: InputOf<O> }
  | { kind: 'invalid'; errors: Record<string, string> }
  | { kind: 'failed'; problem: ProblemError };

/** Validates the texts of a form, then calls the operation with the key of its content. */
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

/** Returns the first message of each field. */
export function firstErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/** Returns the status of a form's page after a failed call, and the errors of its fields. */
export function failureOf(problem: ProblemError, names: readonly string[]) {
  const found = (problem.errors ?? []).filter(({ path }) => names.includes(path));
  return {
    status: problem.status >= 500 ? 503 : problem.status === 400 ? 422 : problem.status,
    retryAfter: problem.retryAfter,
    errors: Object.fromEntries(found.map(({ path, message }) => [path, message])),
  };
}

/** Returns the values of the named fields. */
export const pick = <Name extends string>(fields: Readonly<Record<string, string>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? ''])) as Record<Name, string>;

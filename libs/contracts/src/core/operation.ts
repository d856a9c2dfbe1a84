import type { z } from 'zod';
import type { serviceNames } from '../generated/processes.js';
import type { CacheTag } from './cache.js';
import type { ProblemCode } from './problem.js';

/** Services that handle operations: the folders of services/. The gateway itself handles those of sessions. */
export type ServiceName = (typeof serviceNames)[number];

/** Who may call an operation: everybody, signed-in users, or users with an active row in admin_users. */
export type Access = 'public' | 'signed-in' | 'admin';

/**
 * What API tokens may be for. A token has a scope as it is here, or for one remote: `remotes:write:reading`
 * (libs/contracts/src/entities/api-token.ts).
 */
export const apiScopes = ['remotes:write'] as const;
export type ApiScope = (typeof apiScopes)[number];

/**
 * How the gateway delivers a call to its service. `request`: at most once (a GET: at most twice), with a deadline.
 * `submission`: durably, at least once; if the service is down or slow, the caller gets `accepted` (202).
 */
export type Delivery = 'request' | 'submission';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Public forms, and reports that pages send by themselves. */
export type CallLimit = 'forms' | 'reports';

export const defaultBodyLimit = 100 * 1024;

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly service: ServiceName;
  readonly method: HttpMethod;
  /** Path below `/api/v1`. Its `:name` segments are fields of `input`. */
  readonly path: string;
  readonly access: Access;
  /** The scope with which an API token may call an admin operation. Undefined: only a signed-in admin may. */
  readonly scope: ApiScope | undefined;
  /** The parameter of path or query that names the remote which the call is about. Undefined: it is about none. */
  readonly scopedBy: string | undefined;
  /** Strict object of all parameters: path segments, and the query of a GET or DELETE or the JSON body. */
  readonly input: Input;
  /** Schema of the response. The gateway removes fields that it doesn't declare. */
  readonly output: Output;
  readonly delivery: Delivery;
  /** Whether the call creates a record: it carries an Idempotency-Key and responds 201. */
  readonly creates: boolean;
  /** Maximum bytes of the JSON body. A longer one is refused with 413. */
  readonly bodyLimit: number;
  /** Tags under which the response is cached, up to 60 s or until one is invalidated. Undefined: not cached. */
  readonly cache: readonly CacheTag[] | undefined;
  /** The rate limit per client address that the call counts towards. Undefined: only that of all requests. */
  readonly limit: CallLimit | undefined;
  /** Problems that the rest of the declaration does not imply, for the API document. */
  readonly problems: readonly ProblemCode[];
  /** An imperative sentence for the reference page: 'Create a lead.' */
  readonly summary: string;
}

type OperationOptions<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Operation<Input, Output>,
  'service' | 'method' | 'path' | 'access' | 'input' | 'output' | 'summary'
> &
  Partial<
    Pick<Operation, 'delivery' | 'creates' | 'bodyLimit' | 'cache' | 'limit' | 'scope' | 'scopedBy' | 'problems'>
  >;

export type InputOf<O extends Operation> = z.output<O['input']>;
/** The input that a caller passes, before parsing: fields with a default are optional. */
export type CallInput<O extends Operation> = z.input<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

/**
 * Declares an operation.
 * @throws Error without `access`, with a `cache` or `scope` that its access doesn't allow, or a `scopedBy` in a body
 */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  options: OperationOptions<Input, Output>,
): Operation<Input, Output> {
  if (!options.access)
    throw new Error(`${options.method} ${options.path} does not state who may call it: add "access"`);
  if (options.cache && (options.access !== 'public' || options.method !== 'GET'))
    throw new Error(`${options.method} ${options.path} is not a public GET: it cannot be cached`);
  if (options.scope && options.access !== 'admin')
    throw new Error(`${options.method} ${options.path} is not for admins: it cannot have a scope`);
  if (options.scopedBy && options.method !== 'GET' && !pathParameters(options.path).includes(options.scopedBy))
    throw new Error(`${options.method} ${options.path} does not name the remote ${options.scopedBy} in its path`);
  const delivery = options.delivery ?? 'request';
  return Object.freeze({
    ...options,
    delivery,
    creates: options.creates ?? delivery === 'submission',
    bodyLimit: options.bodyLimit ?? defaultBodyLimit,
    cache: options.cache,
    scope: options.scope,
    scopedBy: options.scopedBy,
    problems: options.problems ?? [],
    limit: options.limit ?? (isPublicForm(options) ? 'forms' : undefined),
  });
}

function isPublicForm({ access, method, service }: Pick<Operation, 'access' | 'method' | 'service'>): boolean {
  return access === 'public' && method !== 'GET' && service !== 'gateway';
}

/** Declares a group of operations. generate.mjs finds it only as `export const <name> = operations(...)`. */
export function operations<Group extends Record<string, Operation>>(group: Group): Group {
  return group;
}

/** Returns the operation's unique key, used between processes and in logs: `GET /admin/leads/:id`. */
export function operationKey(op: Pick<Operation, 'method' | 'path'>): string {
  return `${op.method} ${op.path}`;
}

/** Returns the names of a path's `:name` segments in order, without the colon. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!);
}

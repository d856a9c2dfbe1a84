import type { z } from 'zod';
import type { CacheTag } from './cache.js';

/** The services that own operations. `gateway` answers its own (sessions) without a hop. */
export type ServiceName = 'gateway' | 'leads' | 'content' | 'media' | 'notifications';

/** Who may call: anybody, anybody who is signed in, or an active row of admin_users. There is no default. */
export type Access = 'public' | 'signed-in' | 'admin';

/**
 * How a call reaches its service. `request`: at most once, answered within its deadline or refused.
 * `submission`: durable and at least once; the caller may be told `accepted` before it has been done.
 */
export type Delivery = 'request' | 'submission';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Bytes of a JSON body unless the operation says otherwise. */
export const defaultBodyLimit = 100 * 1024;

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly service: ServiceName;
  readonly method: HttpMethod;
  /** Below `/api/v1`, with `:name` segments that are fields of `input`. */
  readonly path: string;
  readonly access: Access;
  /**
   * One strict object. Segments of the path are read from it, the rest is the query of a GET or DELETE and the JSON
   * body of a POST or PATCH.
   */
  readonly input: Input;
  /** Fields that it doesn't declare never leave the gateway. */
  readonly output: Output;
  readonly delivery: Delivery;
  /** Makes a record: carries an Idempotency-Key and answers 201. */
  readonly creates: boolean;
  /** Bytes of the JSON body; a longer one answers 413. */
  readonly bodyLimit: number;
  /**
   * What a public answer is about: the gateway keeps it until an event drops one of these. Undefined: it isn't kept.
   */
  readonly cache: readonly CacheTag[] | undefined;
  /** One sentence for the reference page. */
  readonly summary: string;
}

type OperationOptions<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Operation<Input, Output>,
  'service' | 'method' | 'path' | 'access' | 'input' | 'output' | 'summary'
> &
  Partial<Pick<Operation, 'delivery' | 'creates' | 'bodyLimit' | 'cache'>>;

/** What a handler gets. */
export type InputOf<O extends Operation> = z.output<O['input']>;
/** What a caller may send: defaults left out, numbers as a query spells them. */
export type CallInput<O extends Operation> = z.input<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

/**
 * Declares one operation of the platform. The gateway's route, the validation on both sides of the wire, the typed
 * client, the reference page and the authorisation test all come from it.
 * @throws Error when `access` is missing: nothing is public by default; when what isn't a public GET is to be cached.
 */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  options: OperationOptions<Input, Output>,
): Operation<Input, Output> {
  if (!options.access) throw new Error(`${options.method} ${options.path} does not state who may call it`);
  if (options.cache && (options.access !== 'public' || options.method !== 'GET'))
    throw new Error(`${options.method} ${options.path} is not a public GET: it cannot be cached`);
  const delivery = options.delivery ?? 'request';
  return Object.freeze({
    ...options,
    delivery,
    creates: options.creates ?? delivery === 'submission',
    bodyLimit: options.bodyLimit ?? defaultBodyLimit,
    cache: options.cache,
  });
}

/** The operation's name on the wire and in logs: `GET /admin/leads/:id`. Unique across the platform. */
export function operationKey(op: Pick<Operation, 'method' | 'path'>): string {
  return `${op.method} ${op.path}`;
}

/** Names of the `:segments` of an operation's path, in their order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!);
}

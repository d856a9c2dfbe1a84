import type { z } from 'zod';
import type { CacheTag } from './cache.js';

/** The services that handle operations. `gateway` handles its own (sessions) in its process. */
export type ServiceName = 'gateway' | 'leads' | 'content' | 'media' | 'notifications';

/** Who may call: everybody, signed-in users, or users with an active row of admin_users. There is no default. */
export type Access = 'public' | 'signed-in' | 'admin';

/**
 * How a call reaches its service. `request`: at most once, with a deadline. `submission`: durable, at least once; the
 * caller may get `accepted` before it is done.
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
  /** The gateway removes undeclared fields. */
  readonly output: Output;
  readonly delivery: Delivery;
  /** Creates a record: carries an Idempotency-Key and responds 201. */
  readonly creates: boolean;
  /** Bytes of the JSON body. A longer one is refused with 413. */
  readonly bodyLimit: number;
  /** Tags under which a public response is cached until an event drops one. Undefined: it is not cached. */
  readonly cache: readonly CacheTag[] | undefined;
  /** An imperative sentence for the reference page: 'Create a lead.' */
  readonly summary: string;
}

type OperationOptions<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Operation<Input, Output>,
  'service' | 'method' | 'path' | 'access' | 'input' | 'output' | 'summary'
> &
  Partial<Pick<Operation, 'delivery' | 'creates' | 'bodyLimit' | 'cache'>>;

/** What a handler receives. */
export type InputOf<O extends Operation> = z.output<O['input']>;
/** What a caller may send: defaults may be omitted, numbers may be strings. */
export type CallInput<O extends Operation> = z.input<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;

/**
 * Declares one operation. The gateway's route, validation on both sides, the typed client, the reference page and the
 * authorisation test are generated from it.
 * @throws Error without `access`, or with `cache` on anything but a public GET
 */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  options: OperationOptions<Input, Output>,
): Operation<Input, Output> {
  if (!options.access)
    throw new Error(`${options.method} ${options.path} does not state who may call it: add "access"`);
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

/** Declares a group of operations. Export it as `export const <name> = operations(...)`, or the generator misses it. */
export function operations<Group extends Record<string, Operation>>(group: Group): Group {
  return group;
}

/** Returns the operation's name on the wire and in logs: `GET /admin/leads/:id`. Unique across the platform. */
export function operationKey(op: Pick<Operation, 'method' | 'path'>): string {
  return `${op.method} ${op.path}`;
}

/** Returns the names of a path's `:segments` in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!);
}

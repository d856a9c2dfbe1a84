import { z } from 'zod';
import { liveChange } from './core/live.js';
import { operation, operationKey, pathParameters } from './core/operation.js';
import { ProblemError, parseOrThrow, problem } from './core/problem.js';
import { domainEvents } from './events.js';
import { allOperations, operationsOf, operationTable } from './operations.js';

describe('operations', () => {
  it.each(allOperations().map(({ name, operation }) => [name, operation] as const))(
    '%s declares its access, refuses unknown fields and has an input field per path parameter',
    (_name, op) => {
      expect(['public', 'signed-in', 'admin']).toContain(op.access);
      expect(op.path.startsWith('/admin')).toBe(op.access === 'admin');
      expect(op.input.safeParse({ 'no such field': 1 }).success).toBe(false);
      const fields = Object.keys((op.input as z.ZodObject).shape);
      expect(fields).toEqual(expect.arrayContaining(pathParameters(op.path)));
      expect(z.toJSONSchema(op.input, { io: 'input' })).toHaveProperty('type', 'object');
      if (op.delivery === 'submission') expect(op.creates).toBe(true);
    },
  );

  it.each(allOperations().map(({ name, operation }) => [name, operation] as const))(
    '%s refuses objects and arrays in place of texts and lists, without throwing',
    (_name, op) => {
      const fields = Object.keys((op.input as z.ZodObject).shape);
      for (const imitation of [
        { length: { toString: 1 } },
        { length: { valueOf: 1, toString: 1 } },
        { length: { toString: 1 }, size: { toString: 1 } },
        [{ length: { toString: 1 } }],
        { query: { search: { length: { toString: 1 } } } },
      ])
        for (const filled of [fields, ...fields.map((field) => [field])]) {
          const input = Object.fromEntries(filled.map((field) => [field, imitation]));
          expect(op.input.safeParse(input).success).toBe(fields.length === 0);
        }
    },
  );

  it('have unique methods and paths', () => {
    const keys = allOperations().map(({ operation }) => operationKey(operation));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are refused if two of them have the same method and path', () => {
    const table: Record<string, unknown> = operationTable;
    table.copies = { list: operationTable.leads.list };
    try {
      expect(() => allOperations()).toThrow('leads.list and copies.list both declare GET /admin/leads');
    } finally {
      delete table.copies;
    }
  });

  it('belong to one service each', () => {
    const services = new Set(allOperations().map(({ operation }) => operation.service));
    const owned = [...services].map((service) => operationsOf(service));
    for (const some of owned) expect(new Set(some.map(({ operation }) => operation.service)).size).toBe(1);
    expect(owned.flat()).toHaveLength(allOperations().length);
  });

  it('have the fields of their path in order', () => {
    expect(pathParameters('/trash/:type/items/:item_id/restore')).toEqual(['type', 'item_id']);
    expect(pathParameters('/trash')).toEqual([]);
  });

  it('cannot be declared without access', () => {
    const nameless = {
      service: 'leads',
      method: 'GET',
      path: '/x',
      input: z.strictObject({}),
      output: z.object({}),
      summary: '',
    };
    expect(() => operation(nameless as never)).toThrow('GET /x does not state who may call it');
  });

  it.each([
    ['admin', 'GET'],
    ['signed-in', 'GET'],
    ['public', 'POST'],
  ] as const)('cannot be cached for everybody if they are for %s callers and %s', (access, method) => {
    const personal = {
      service: 'leads',
      path: '/x',
      input: z.strictObject({}),
      output: z.object({}),
      summary: '',
    } as const;
    expect(() => operation({ ...personal, access, method, cache: ['posts'] })).toThrow(
      `${method} /x is not a public GET: it cannot be cached`,
    );
  });

  it('are uncached requests of at most 100 KB that create nothing, unless they declare otherwise', () => {
    const plain = {
      service: 'leads',
      path: '/x',
      input: z.strictObject({}),
      output: z.object({}),
      summary: '',
    } as const;
    const declared = operation({ ...plain, access: 'public', method: 'GET' });
    expect(declared).toMatchObject({ delivery: 'request', creates: false, bodyLimit: 102_400, cache: undefined });
    expect(operation({ ...plain, access: 'public', method: 'GET', cache: ['posts'] }).cache).toEqual(['posts']);
    const submission = { ...plain, access: 'public', method: 'POST', delivery: 'submission', bodyLimit: 1 } as const;
    expect(operation(submission)).toMatchObject({ delivery: 'submission', creates: true, bodyLimit: 1 });
  });
});

describe('domain events', () => {
  it('have unique names', () => {
    const names = domainEvents.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

it.each(domainEvents.filter(({ live }) => live).map((event) => [event.name, event] as const))(
  '%s notifies open CRM tabs of the record that has changed',
  (_name, event) => {
    const named = { id: 'a', act: 'deleted' };
    const changes = event.live?.({ ...named, lead: named, inquiry: named });
    expect(changes).not.toHaveLength(0);
    for (const change of changes ?? []) expect(liveChange.parse(change).id).toBe('a');
  },
);

describe('ProblemError', () => {
  it('is not thrown for a valid value, which is returned as the schema parses it', () => {
    expect(parseOrThrow(z.string().trim(), ' a ')).toBe('a');
  });

  it('names every invalid field, unknown ones included', () => {
    const schema = z.strictObject({ name: z.string('Name is required'), nested: z.strictObject({ a: z.int() }) });
    try {
      parseOrThrow(schema, { nested: { a: 0.5, b: 1 }, status: 'x' });
      throw new Error('nothing was thrown');
    } catch (error) {
      const { errors, code } = error as ProblemError;
      expect(code).toBe('validation_failed');
      expect(errors).toEqual(
        expect.arrayContaining([
          { path: 'name', message: 'Name is required' },
          { path: 'nested.a', message: expect.any(String) },
          { path: 'nested.b', message: 'Unknown field' },
          { path: 'status', message: 'Unknown field' },
        ]),
      );
    }
  });

  it('wraps an exception thrown by a schema as its cause', () => {
    const broken = z.string().transform(() => {
      throw new TypeError('boom');
    });
    expect(() => parseOrThrow(broken, 'a')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        status: 400,
        errors: [{ path: '', message: 'Cannot be validated' }],
        cause: new TypeError('boom'),
      }),
    );
  });

  it('is restored from a response body', () => {
    const thrown = new ProblemError('stale', { detail: 'Somebody was faster', current: { id: 1 } });
    const body = problem.parse(JSON.parse(JSON.stringify(thrown.toProblem('r1'))));
    const received = ProblemError.from(body);
    expect(received).toMatchObject({
      code: 'stale',
      status: 409,
      detail: 'Somebody was faster',
      current: { id: 1 },
      requestId: 'r1',
    });
  });

  it('is recognised by instanceof when another copy of the class created it', () => {
    const foreign = Object.assign(new Error('x'), { name: 'ProblemError', code: 'stale', status: 409 });
    expect(foreign instanceof ProblemError).toBe(true);
    expect(new Error('x') instanceof ProblemError).toBe(false);
    expect({ name: 'ProblemError', code: 'stale', status: 409 } instanceof ProblemError).toBe(false);
  });

  it('replaces an unknown code by the usual code of its status, or a general one', () => {
    const codeOf = (status: number) =>
      ProblemError.from({ type: '', title: 'New', status, code: 'invented_later', request_id: 'r' }).code;
    expect([409, 418, 499, 500, 503, 599].map(codeOf)).toEqual([
      'conflict',
      'validation_failed',
      'validation_failed',
      'internal',
      'unavailable',
      'internal',
    ]);
  });

  it('sends only the details that it has', () => {
    expect(new ProblemError('not_found').toProblem('r1')).toStrictEqual({
      type: '/api/docs#not_found',
      title: 'There is no such record',
      status: 404,
      code: 'not_found',
      request_id: 'r1',
    });
    const errors = [{ path: 'name', message: 'Name is required' }];
    expect(new ProblemError('moved', { location: '/posts/new', errors, detail: '' }).toProblem('r2')).toMatchObject({
      location: '/posts/new',
      errors,
      detail: '',
    });
  });

  it('is not any error that has a code and a status', () => {
    expect(Object.assign(new Error('x'), { code: 'stale', status: 409 }) instanceof ProblemError).toBe(false);
    for (const part of [{ code: 'stale' }, { status: 409 }])
      expect(Object.assign(new Error('x'), { name: 'ProblemError', ...part }) instanceof ProblemError).toBe(false);
  });
});

import { z } from 'zod';
import { domainEvents } from './events.js';
import { operation, operationKey, pathParameters } from './operation.js';
import { allOperations } from './operations.js';
import { ProblemError, parseOrThrow, problem } from './problem.js';

describe('the table of operations', () => {
  it.each(allOperations().map(({ name, operation }) => [name, operation] as const))('%s is whole', (_name, op) => {
    expect(['public', 'signed-in', 'admin']).toContain(op.access);
    expect(op.path.startsWith('/admin')).toBe(op.access === 'admin');
    // Unknown fields are refused, and every segment of the path is a field.
    expect(op.input.safeParse({ ['no such field']: 1 }).success).toBe(false);
    const fields = Object.keys((op.input as z.ZodObject).shape);
    expect(fields).toEqual(expect.arrayContaining(pathParameters(op.path)));
    expect(z.toJSONSchema(op.input, { io: 'input' })).toHaveProperty('type', 'object');
    if (op.delivery === 'submission') expect(op.creates).toBe(true);
  });

  it.each(allOperations().map(({ name, operation }) => [name, operation] as const))(
    '%s refuses objects and arrays that pose as a text or a list, and does not throw',
    (_name, op) => {
      const fields = Object.keys((op.input as z.ZodObject).shape);
      for (const posing of [
        { length: { toString: 1 } },
        { length: { valueOf: 1, toString: 1 } },
        { length: { toString: 1 }, size: { toString: 1 } },
        [{ length: { toString: 1 } }],
        { query: { search: { length: { toString: 1 } } } },
      ])
        for (const filled of [fields, ...fields.map((field) => [field])]) {
          const input = Object.fromEntries(filled.map((field) => [field, posing]));
          expect(op.input.safeParse(input).success).toBe(fields.length === 0);
        }
    },
  );

  it('names each operation once', () => {
    const keys = allOperations().map(({ operation }) => operationKey(operation));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('refuses an operation that does not state who may call it', () => {
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
});

describe('the events', () => {
  it('have names of their own', () => {
    const names = domainEvents.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a problem', () => {
  it('names each field that is wrong, unknown ones too', () => {
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

  it('is what a schema that throws becomes, with the reason for the log', () => {
    const broken = z.string().transform(() => {
      throw new TypeError('boom');
    });
    expect(() => parseOrThrow(broken, 'a')).toThrow(
      expect.objectContaining({ code: 'validation_failed', status: 400, cause: new TypeError('boom') }),
    );
  });

  it('survives the wire', () => {
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

  it('is one whichever copy of the class it comes from', () => {
    const foreign = Object.assign(new Error('x'), { name: 'ProblemError', code: 'stale', status: 409 });
    expect(foreign instanceof ProblemError).toBe(true);
    expect(new Error('x') instanceof ProblemError).toBe(false);
    expect({ name: 'ProblemError', code: 'stale', status: 409 } instanceof ProblemError).toBe(false);
  });

  it('of a code that this side does not know becomes the one of its status', () => {
    const body = { type: '', title: 'New', status: 409, code: 'invented_later', request_id: 'r' };
    expect(ProblemError.from(body)).toMatchObject({ code: 'conflict', status: 409 });
  });
});

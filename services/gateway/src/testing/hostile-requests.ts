import { randomUUID } from 'node:crypto';
import { type Operation, pathParameters } from '@docfolio/contracts/core/operation';
import fc from 'fast-check';
import { type JsonSchema, jsonSchemaOf } from '../openapi/json-schema.js';

/** Hostile values as JSON texts, because `__proto__`, 1e999 and lone surrogates do not survive `JSON.stringify`. */
const hostileTexts = [
  '{"length":{"toString":1}}',
  '{"length":{"valueOf":1,"toString":1}}',
  '{"length":{"toString":1},"size":{"toString":1},"trim":1}',
  '{"length":1e999,"0":"a"}',
  '{"length":-1}',
  '{"toString":1,"valueOf":1}',
  '{"toString":"a","toJSON":"b","then":1}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"constructor":1}',
  '{"__proto__":{"admin":true}}',
  '{"__proto__":null}',
  '{"hasOwnProperty":1,"then":{}}',
  '{"$ne":null}',
  '{"$where":"sleep(1)"}',
  '[[[[{"length":{"toString":1}}]]]]',
  '[{"length":{"toString":1}},{"length":{"toString":1}}]',
  `[${Array(2_000).fill('null').join()}]`,
  `${'['.repeat(31)}${']'.repeat(31)}`,
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`,
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e\\u0000"',
  '"=1+1"',
  `"${'a'.repeat(300)}"`,
  `"${'\\ud83d\\ude00'.repeat(200)}"`,
  `"${'a@'.repeat(2_000)}"`,
  '""',
  '"   "',
  '1e999',
  '-1e999',
  '-0',
  '1e-400',
  '9007199254740993',
  '0.1',
  'true',
  'null',
  '[]',
  '{}',
];

/** Hostile parts of a path or query, percent-encoded as in the request line. */
const hostileSegments = [
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%ff',
  '%',
  '%ed%a0%80',
  '..%2f..%2fetc',
  '%7B%22length%22%3A1%7D',
  'a'.repeat(400),
  '1e999',
  '-1',
  '%EF%BC%9D1',
];

export interface HostileRequest {
  path: string;
  /** Body as text; undefined for a GET or DELETE. */
  body: string | undefined;
}

/**
 * Generates requests of an operation: valid inputs in which at least one part is hostile.
 * @returns a fast-check arbitrary, so that a seed repeats the requests
 */
export function hostileRequests(operation: Operation): fc.Arbitrary<HostileRequest> {
  const { properties = {} } = jsonSchemaOf(operation.input, 'input');
  const segments = pathParameters(operation.path);
  const fields = Object.keys(properties).filter((name) => !segments.includes(name));
  const valid = new Map(Object.entries(properties).map(([name, schema]) => [name, JSON.stringify(exampleOf(schema))]));
  const hasBody = operation.method === 'POST' || operation.method === 'PATCH';
  const fieldName = fc.constantFrom(...fields, 'unknown', '__proto__', 'constructor', 'length', 'toString');
  const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostileTexts) }, fc.json({ maxDepth: 4 }));
  const segment = fc.constantFrom(...hostileSegments);
  const changes = fc.array(fc.tuple(fieldName, text, segment), { minLength: 1, maxLength: 3 });
  const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  const hostileSegment = seldom(segment);
  const wholeBody = seldom(text);
  return fc.tuple(changes, hostileSegment, wholeBody).map(([changed, inPath, whole]) => {
    let path = operation.path;
    for (const name of segments)
      path = path.replace(`:${name}`, inPath ?? encodeURIComponent(JSON.parse(valid.get(name) ?? '"a"')));
    if (!hasBody) {
      const query = changed.map(([name, , value]) => `${name}${value.length % 5 === 0 ? '[$ne]' : ''}=${value}`);
      return { path: `${path}?${query.join('&')}`, body: undefined };
    }
    const texts = new Map(fields.map((name) => [name, valid.get(name)!]));
    for (const [name, value] of changed) texts.set(name, value);
    const members = [...texts].map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    return { path, body: whole ?? `{${members.join()}}` };
  });
}

/** Returns a value that the schema most likely accepts. */
function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!);
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date-time') return new Date().toISOString();
  if (schema.format === 'date') return new Date().toISOString().slice(0, 10);
  if (schema.pattern?.includes('@')) return 'ada@example.com';
  if (schema.type === 'string') return 'example'.padEnd(schema.minLength ?? 0, 'e');
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [exampleOf(schema.items ?? {})];
  return {};
}

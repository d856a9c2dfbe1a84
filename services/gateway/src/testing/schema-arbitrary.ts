import fc from 'fast-check';
import type { JsonSchema } from '../openapi/json-schema.js';

/** Characters of generated texts: letters of several scripts, signs that mean something in some place, and spaces. */
const characters = fc.constantFrom(...'aZ09 _-.,;:<>&"\'/\\?#%+@ßéИ字\u00a0');

/**
 * Generates values that a schema of the OpenAPI document allows.
 * @param resolve returns the schema that a `$ref` names
 */
export function allowedBy(schema: JsonSchema, resolve: (ref: string) => JsonSchema): fc.Arbitrary<unknown> {
  const within = (each: JsonSchema) => allowedBy(each, resolve);
  if (schema.$ref !== undefined) return within(resolve(schema.$ref));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...partsOf(schema).map(within));
  if (schema.type === 'object') return objects(schema, within);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(within));
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = 3 } = schema;
    return fc.array(within(schema.items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
  }
  if (schema.type === 'string') return texts(schema);
  if (schema.type === 'integer')
    return fc.oneof(
      fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 100),
      fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 }),
    );
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return fc.constantFrom('text', 1, true, null);
}

function objects(schema: JsonSchema, within: (each: JsonSchema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const rules = schema.anyOf ?? [{}];
  const values = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, within(property)]),
  );
  const one = (rule: JsonSchema) => {
    const names = rule.propertyNames?.enum;
    const chosen = Object.fromEntries(Object.entries(values).filter(([name]) => !names || names.includes(name)));
    const required = [...(schema.required ?? []), ...(rule.required ?? [])].filter((name) => name in chosen);
    return fc.record(chosen, { requiredKeys: required });
  };
  const forbidden = schema.not?.required;
  return fc
    .oneof(...rules.map(one))
    .filter((value) => !forbidden?.every((name) => Object.hasOwn(value as object, name)));
}

function texts({ format, pattern, allOf = [], minLength = 0, maxLength = 400 }: JsonSchema): fc.Arbitrary<string> {
  const times = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  if (format === 'uuid') return fc.uuid({ version: [4, 7] });
  if (format === 'date-time') return times.map((at) => at.toISOString());
  if (format === 'date') return times.map((at) => at.toISOString().slice(0, 10));
  const patterns = [pattern, ...allOf.map((each) => each.pattern)]
    .filter((each) => each !== undefined)
    .map((each) => new RegExp(each, 'u'));
  const lengths = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 400)) };
  const anyText = fc.string({ unit: characters, ...lengths });
  const matching = pattern?.startsWith('^[^') === false ? fc.stringMatching(new RegExp(pattern)) : anyText;
  const isAllowed = (text: string) =>
    text.length >= minLength && text.length <= maxLength && patterns.every((each) => each.test(text));
  const email = fc.emailAddress();
  return (format === 'email' ? email : matching).filter(isAllowed);
}

/** Returns values that a schema forbids in a way that every reader of the document understands. */
export function forbiddenBy(schema: JsonSchema, resolve: (ref: string) => JsonSchema): unknown[] {
  if (schema.$ref !== undefined) return forbiddenBy(resolve(schema.$ref), resolve);
  const parts = (schema.type !== 'object' && schema.anyOf) || partsOf(schema);
  if (parts.some(({ type, const: one, enum: some, $ref }) => !type && one === undefined && !some && !$ref)) return [];
  const types = new Set(
    parts.flatMap(({ type, const: one, enum: some }) => type ?? [one, ...(some ?? [])].map(typeOf)),
  );
  const values: unknown[] = [];
  if (!types.has('object') && parts.every(({ $ref }) => !$ref)) values.push({ unknown: 1 });
  if (!types.has('null')) values.push(null);
  if (!types.has('array')) values.push([[]]);
  if (!types.has('boolean')) values.push(true);
  if (types.size === 1) {
    const { minimum, maximum, maxLength, minLength, enum: some, type, maxItems, pattern, format } = parts[0]!;
    if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) values.push(minimum - 1);
    if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) values.push(maximum + 1);
    if (type === 'integer') values.push((minimum ?? 0) + 0.5);
    if (maxLength !== undefined) values.push('a'.repeat(maxLength + 1));
    if (minLength) values.push('');
    if (some || format || (pattern && new RegExp(pattern, 'u').test('no & such / value') === false))
      values.push('no & such / value');
    if (maxItems !== undefined && maxItems < 1_000) values.push(Array(maxItems + 1).fill(null));
  }
  return values;
}

/** Returns the schemas of each type of one schema. */
function partsOf(schema: JsonSchema): JsonSchema[] {
  return [schema.type ?? []].flat().length > 1 ? [schema.type!].flat().map((type) => ({ ...schema, type })) : [schema];
}

const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);

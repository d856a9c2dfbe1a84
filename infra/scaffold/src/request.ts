import { parseArgs } from 'node:util';
import { type FieldTypeName, fieldTypes, type ParsedField } from './field-types.js';
import { type EntityNames, entityNames, labelOf, pascal, wordsOf } from './names.js';

export interface Request {
  names: EntityNames;
  fields: ParsedField[];
  dryRun: boolean;
}

/** Names that a new entity must not have. */
export interface Taken {
  /** Of files and folders, without extension. */
  paths: ReadonlySet<string>;
  collections: ReadonlySet<string>;
  identifiers: ReadonlySet<string>;
}

/** A request that is refused. Nothing has been written. */
export class InvalidRequest extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

export const usage = `npm run new -- entity <name> --fields '<field>:<type>,...' [--plural <names>] [--dry-run]

  <name>   singular, such as invoice or service-inquiry; --plural if its plural is irregular
  <type>   text, longtext, email, url, money, number, date, flag, or the values of an enumeration: draft|sent|paid
           with ? behind it, the value may be missing: due_at:date?

  npm run new -- entity invoice --fields 'title:text,amount:money,due_at:date,status:draft|sent|paid'`;

const entityName = /^[a-z][a-z0-9]*([-_][a-z][a-z0-9]*)*$/;
const fieldName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Words that cannot be variables in JavaScript or TypeScript. */
export const reservedWords = new Set(
  `arguments as async await break case catch class const continue debugger default delete do else enum eval export
  extends false finally for from function if implements import in instanceof interface let new null of package private
  protected public return static super switch this throw true try type typeof undefined var void while with
  yield`.split(/\s+/),
);

/** Fields of every record, parameters of lists, and properties of mongoose documents. */
const reservedFields = new Set(
  `id created_at updated_at version deleted_at op_hash outbox search_grams search_text sort_keys computed days_ago
  search sort after limit field patch page value query filter
  collection db emit errors get init model on options populated remove save schema set validate`.split(/\s+/),
);

/** Parses and checks the command line. @throws InvalidRequest with the problems */
export function readRequest(args: string[], taken: Taken): Request {
  const options = { fields: { type: 'string' }, plural: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
  let parsed: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new InvalidRequest([(error as Error).message]);
  }
  const { positionals, values } = parsed;
  const [name, ...others] = positionals;
  if (!name || others.length > 0) throw new InvalidRequest(['give one name, such as invoice']);
  const fields = (values.fields ?? '').split(',').filter(Boolean).map(parseField);
  const problems = [
    ...[name, values.plural ?? 'regular'].flatMap((each) =>
      entityName.test(each) ? [] : [`${each}: not a name of lower-case words with hyphens, such as service-inquiry`],
    ),
    ...fields.flatMap((field) => (typeof field === 'string' ? [field] : [])),
  ];
  if (problems.length > 0) throw new InvalidRequest(problems);
  const names = entityNames(name, values.plural);
  const known = fields as ParsedField[];
  const refused = [...problemsOfNames(names, taken), ...problemsOfFields(known, names)];
  if (refused.length > 0) throw new InvalidRequest(refused);
  return { names, fields: known, dryRun: values['dry-run'] ?? false };
}

/** Parses one field. @returns the field, or what is wrong with it */
export function parseField(text: string): ParsedField | string {
  const { name, type, mark } = /^(?<name>[^:]*):(?<type>[^:?]*)(?<mark>\??)$/.exec(text)?.groups ?? {};
  if (!name || !type) return `${text}: not a field, such as amount:money`;
  const optional = mark === '?';
  const values = type.split('|');
  if (values.length > 1) {
    const wrong = values.find((value, index) => !fieldName.test(value) || values.indexOf(value) !== index);
    if (wrong !== undefined)
      return `${name}: "${wrong}" is no value or a second one; values are as in draft|in_progress`;
    return { name, type: 'choice', optional, values };
  }
  const types = Object.keys(fieldTypes).filter((each) => each !== 'choice');
  if (!types.includes(type))
    return `${name}: the type ${type} is not known. There are ${types.join(', ')}, and enumerations of two values or more, which need quotes in a shell: '${name}:${type}|other'`;
  if (type === 'flag' && optional) return `${name}: a flag is never missing; leave out the ?`;
  return { name, type: type as FieldTypeName, optional, values: [] };
}

function problemsOfNames(names: EntityNames, taken: Taken): string[] {
  const { entity, Entity, entities, Entities, file, folder, collection, event } = names;
  if (collection === event) return [`${file}: the plural is the same; give another with --plural`];
  const problems: string[] = [];
  if (taken.collections.has(collection)) problems.push(`${file}: there is a collection ${collection}`);
  else if ([file, folder].some((each) => taken.paths.has(each)))
    problems.push(`${file}: there is a file or folder of this name in contracts, leads service or CRM`);
  const word = [entity, entities].find((each) => reservedWords.has(each));
  const used = [entity, entities, Entity, Entities].find((each) => taken.identifiers.has(each) || each in globalThis);
  if (word ?? used) problems.push(`${file}: ${word ?? used} means something else in the generated code`);
  return problems;
}

function problemsOfFields(fields: readonly ParsedField[], { entity }: EntityNames): string[] {
  const problems = fields.flatMap(({ name }, index) => {
    if (!fieldName.test(name)) return [`${name}: not a name of lower-case words, such as due_at`];
    if (reservedWords.has(name) || reservedFields.has(name) || name === entity)
      return [`${name}: a field cannot have this name`];
    return fields.findIndex((field) => field.name === name) < index ? [`${name}: given twice`] : [];
  });
  if (!fields.some(({ type, optional }) => type === 'text' && !optional))
    problems.push('--fields needs a required text, by which people know a record, such as title:text');
  const labels = fields.map(({ name }) => labelOf(name));
  const same = labels.find((label, index) => labels.indexOf(label) < index);
  if (same && problems.length === 0) problems.push(`two fields have the label ${same}`);
  return problems;
}

export const typeNameOf = ({ Entity }: EntityNames, field: string) => `${Entity}${pascal(wordsOf(field))}`;

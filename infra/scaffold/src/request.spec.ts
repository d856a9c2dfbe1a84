import { entityNames, labelOf, pluralOf } from './names.js';
import { InvalidRequest, parseField, readRequest, type Taken } from './request.js';

const taken: Taken = {
  paths: new Set(['lead', 'people', 'text']),
  collections: new Set(['leads']),
  identifiers: new Set(['money', 'Column']),
};
const problemsOf = (...args: string[]) => {
  try {
    readRequest(args, taken);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return error.problems;
  }
};
const withFields = (fields: string) => problemsOf('invoice', '--fields', fields);

it.each([
  ['title:text', { name: 'title', type: 'text', optional: false, values: [] }],
  ['due_at:date?', { name: 'due_at', type: 'date', optional: true, values: [] }],
  ['status:draft|in_work', { name: 'status', type: 'choice', optional: false, values: ['draft', 'in_work'] }],
  ['kind:a|b?', { name: 'kind', type: 'choice', optional: true, values: ['a', 'b'] }],
])('parses the field %s', (text, field) => expect(parseField(text)).toEqual(field));

it.each([
  ['title', 'title: not a field, such as amount:money'],
  ['status:draft', /^status: the type draft is not known\. .*'status:draft\|other'$/],
  ['paid:flag?', 'paid: a flag is never missing; leave out the ?'],
  ['status:a|b|a', /^status: "a" is no value or a second one/],
  ['status:a|', /^status: "" is no value/],
])('refuses the field %s', (text, problem) => expect(parseField(text)).toMatch(problem));

it('reads names and fields', () => {
  const { names, fields, dryRun } = readRequest(
    ['service-call', '--fields', 'title:text,fee:money?', '--dry-run'],
    taken,
  );
  expect(names).toMatchObject({ entity: 'serviceCall', folder: 'service-calls', collection: 'service_calls' });
  expect(fields.map(({ name }) => name)).toEqual(['title', 'fee']);
  expect(dryRun).toBe(true);
});

it.each([
  [['Invoice'], 'Invoice: not a name of lower-case words with hyphens, such as service-inquiry'],
  [['lead'], 'lead: there is a collection leads'],
  [['text'], 'text: there is a file or folder of this name in contracts, leads service or CRM'],
  [['money'], 'money: money means something else in the generated code'],
  [['class'], 'class: class means something else in the generated code'],
  [['map'], 'map: Map means something else in the generated code'],
  [['news', '--plural', 'news'], 'news: the plural is the same; give another with --plural'],
])('refuses the name of %j', (args, problem) => {
  expect(problemsOf(...args, '--fields', 'title:text')).toEqual([problem]);
});

it.each([
  ['amount:money', ['--fields needs a required text, by which people know a record, such as title:text']],
  ['title:text,version:number', ['version: a field cannot have this name']],
  ['title:text,for:text', ['for: a field cannot have this name']],
  ['title:text,invoice:text', ['invoice: a field cannot have this name']],
  ['title:text,title:text', ['title: given twice']],
  ['title:text,Due:date', ['Due: not a name of lower-case words, such as due_at']],
  ['title:text,due:date,due_at:date', ['two fields have the label Due']],
  ['title:txt,a:b', [expect.stringContaining('txt is not known'), expect.stringContaining('b is not known')]],
])('refuses the fields %s', (fields, problems) => expect(withFields(fields)).toEqual(problems));

it('refuses unknown options, and more or less than one name', () => {
  expect(problemsOf('invoice', '--field', 'a:text')).toEqual([expect.stringContaining("'--field'")]);
  for (const args of [[], ['a', 'b']]) expect(problemsOf(...args)).toEqual(['give one name, such as invoice']);
});

it('forms plurals, names and labels', () => {
  expect(['invoice', 'company', 'day', 'box', 'branch'].map(pluralOf)).toEqual([
    'invoices',
    'companies',
    'days',
    'boxes',
    'branches',
  ]);
  expect(entityNames('key-person', 'key-people')).toMatchObject({
    Entity: 'KeyPerson',
    Entities: 'KeyPeople',
    collection: 'key_people',
    One: 'Key person',
    Titles: 'Key People',
  });
  expect(['due_at', 'billing_address', 'site_url'].map(labelOf)).toEqual(['Due', 'Billing Address', 'Site URL']);
});

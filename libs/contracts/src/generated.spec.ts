import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { crud, patchOf, recordStamps } from './core/crud.js';
import { entity } from './core/entity.js';
import { listQuery } from './core/list.js';
import { defaultBodyLimit, type Operation } from './core/operation.js';
import { recordPageOf } from './core/record-page.js';
import { recordId } from './core/text.js';
import { domainEvents, entities, operationTable } from './generated/contracts.js';

it('derives the page of a list from the name of its collection, unless the entity declares another', () => {
  expect((['service_inquiries', 'blog_comments', 'bookmarks'] as const).map(recordPageOf)).toEqual([
    { path: '/admin/service-inquiries', title: 'Service Inquiries', drawer: true },
    { path: '/admin/blog/comments', title: 'Comments', drawer: true },
    { path: '/admin/bookmarks', title: 'Bookmarks', drawer: false },
  ]);
});

const files = ['core', 'entities'].flatMap((subject) =>
  readdirSync(join(__dirname, subject))
    .filter((file) => /(?<!\.spec)\.ts$/.test(file))
    .map((file) => `${subject}/${file}`),
);

it.each(files)('finds every operation, event and entity of %s in the generated tables', (file) => {
  const known = new Set<unknown>([...Object.values(operationTable), ...domainEvents, ...entities]);
  const exported = Object.entries(require(`./${file.replace('.ts', '')}`) as Record<string, unknown>);
  const isDeclaration = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    ('subscribers' in value || 'collection' in value || Object.values(value).some((op) => op?.access));
  const missing = exported.filter(([, value]) => isDeclaration(value) && !known.has(value)).map(([name]) => name);
  expect({ missing, write: 'export const <name> = operations(...), event(...) or entity(...)' }).toMatchObject({
    missing: [],
  });
});

describe('crud', () => {
  const notes = entity({ collection: 'old_notes', service: 'content' });
  const note = z.object({ id: recordId, title: z.string(), pinned: z.boolean(), ...recordStamps });
  const fields = { title: z.string(), pinned: z.boolean() };
  const patch = patchOf(fields, ['pinned']);
  const options = {
    noun: 'old note',
    query: listQuery(['title'], {}),
    record: note,
    summaries: { list: 'List notes.' },
  };

  it('declares five operations for the owner, below a path that follows from the collection', () => {
    const declared = crud(notes, { ...options, create: z.strictObject(fields), patch });
    expect(Object.values(declared).map(({ access, method, path, summary }) => [access, method, path, summary])).toEqual(
      [
        ['admin', 'GET', '/admin/old-notes', 'List notes.'],
        ['admin', 'GET', '/admin/old-notes/:id', 'Get an old note.'],
        ['admin', 'POST', '/admin/old-notes', 'Create an old note.'],
        ['admin', 'PATCH', '/admin/old-notes/:id', 'Update an old note.'],
        ['admin', 'DELETE', '/admin/old-notes/:id', 'Delete an old note.'],
      ],
    );
  });

  it('lets nothing but a create carry an Idempotency-Key, and chooses the article of a noun by its first letter', () => {
    const declared = crud(notes, { ...options, noun: 'note', create: z.strictObject(fields), patch });
    expect(Object.entries(declared).map(([name, { creates }]) => [name, creates])).toEqual([
      ['list', false],
      ['get', false],
      ['create', true],
      ['patch', false],
      ['delete', false],
    ]);
    expect(declared.get.summary).toBe('Get a note.');
  });

  it('applies a limit of the body to create and patch, and the default limit without one', () => {
    const both = { ...options, create: z.strictObject(fields), patch };
    const limitsOf = (declared: { create: Operation; patch: Operation; delete: Operation }) =>
      [declared.create, declared.patch, declared.delete].map(({ bodyLimit }) => bodyLimit);
    expect(limitsOf(crud(notes, { ...both, bodyLimit: 5 }))).toEqual([5, 5, defaultBodyLimit]);
    expect(limitsOf(crud(notes, both))).toEqual(Array(3).fill(defaultBodyLimit));
  });

  it('declares no create and no patch without their inputs', () => {
    expect(Object.keys(crud(notes, options))).toEqual(['list', 'get', 'delete']);
  });

  it('throws for a field that the record lacks, and names it', () => {
    const create = z.strictObject({ ...fields, colour: z.string() });
    expect(() => crud(notes, { ...options, create })).toThrow(/old_notes: .*field colour/);
  });

  it('requires the version in a patch, unless it changes nothing but toggles', () => {
    const id = '123e4567-e89b-42d3-a456-426614174000';
    expect(patch.safeParse({ id, pinned: true }).success).toBe(true);
    expect(patch.safeParse({ id, title: 'a', version: 1 }).success).toBe(true);
    expect(patch.safeParse({ id, title: 'a', pinned: true }).error?.issues[0]).toMatchObject({ path: ['version'] });
    expect(patchOf(fields).safeParse({ id }).success).toBe(false);
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedField } from './field-types.js';
import { entityNames } from './names.js';
import { main, newEntity } from './new-entity.js';
import { addToList, importedBy, readTemplates, render } from './render.js';
import { InvalidRequest, parseField } from './request.js';
import { viewOf } from './view.js';

const root = join(__dirname, '../../..');
const templates = readTemplates(join(root, 'infra/scaffold/templates'));
const filesOf = (name: string, fields: string) =>
  render(templates, viewOf(entityNames(name), fields.split(',').map(parseField) as ParsedField[], '2026-11-23'));

it('names the files that it would write, and writes none of them with --dry-run', () => {
  const { created, changed } = newEntity(root, ['moon-base', '--dry-run', '--fields', 'title:text']);
  expect(created).toContain('libs/contracts/src/entities/moon-base.ts');
  expect(created).toContain('services/leads/src/moon-bases/moon-bases.service.ts');
  expect(created).toContain('apps/crm/src/moon-bases/moon-base-list.page.tsx');
  // There is no enumeration.
  expect(created).not.toContain('apps/crm/src/moon-bases/moon-base-choices.ts');
  expect(changed).toEqual([
    'services/leads/src/app.module.ts',
    'libs/admin/src/kinds/kind-facts.ts',
    'apps/crm/src/app/kinds.ts',
  ]);
  for (const path of created) expect(existsSync(join(root, path))).toBe(false);
});

it.each(['lead', 'bookmark', 'post', 'operation', 'column'])('refuses an entity %s, whose name is taken', (name) => {
  expect(() => newEntity(root, [name, '--dry-run', '--fields', 'title:text'])).toThrow(InvalidRequest);
});

it('fills every placeholder', () => {
  const files = filesOf(
    'site-visit',
    'title:text,note:longtext?,fee:money,kind:first|second?,status:open|done,paid:flag',
  );
  for (const [path, text] of files) expect(`${path}\n${text}`).not.toMatch(/\{\{[#/^\w]|undefined|\[object/);
});

it('makes demo records with values of every field', () => {
  const demo = JSON.parse(
    filesOf('invoice', 'title:text,amount:money,due_at:date').get('services/leads/demo/invoices.json')!,
  );
  expect(demo).toHaveLength(6);
  expect(demo[0]).toEqual({ days_ago: 1, title: 'Invoice 1', amount: 1_200, due_at: '2026-11-13' });
});

it('adds an element to a list, and an import', () => {
  const text = "import x from 'x';\nconst other = [\n];\nconst kinds = [\n  x,\n];\n";
  const edit = { start: 'const kinds', end: '];', line: '  y,', importLine: "import y from 'y';" };
  expect(addToList(text, edit)).toBe(
    "import y from 'y';\nimport x from 'x';\nconst other = [\n];\nconst kinds = [\n  x,\n  y,\n];\n",
  );
  expect(() => addToList('', edit)).toThrow('There is no list between const kinds and ];');
});

it('knows the identifiers that the templates import', () => {
  expect([...importedBy(templates)]).toEqual(expect.arrayContaining(['z', 'money', 'RecordKind', 'Injectable']));
});

it('ends with code 2, the problems and the usage if the request is refused', () => {
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const cwd = jest.spyOn(process, 'cwd').mockReturnValue(root);
  expect(main(['lead', '--dry-run', '--fields', 'title:text'])).toBe(2);
  expect(printed).toHaveBeenCalledWith(
    expect.stringMatching(/^- lead: there is a collection leads\n\nnpm run new -- entity/),
  );
  printed.mockRestore();
  cwd.mockRestore();
});

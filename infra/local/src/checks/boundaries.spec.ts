import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRoot } from '../workspace.js';
import { checkBoundaries, checkGraph } from './boundaries.js';
import { edgeProblem, type GraphProject, type ProjectGraph } from './boundary-rules.js';
import { importsOf } from './imports.js';

const project = (root: string, type: string, platform: string): GraphProject => {
  const name = root.split('/').at(-1)!;
  return { name: `@docfolio/${name}`, root, tags: [`type:${type}`, `platform:${platform}`, `scope:${name}`] };
};

const contracts = project('libs/contracts', 'lib', 'shared');
const ui = project('libs/ui', 'lib', 'browser');
const serviceKit = project('libs/service-kit', 'lib', 'server');
const crm = project('apps/crm', 'app', 'browser');
const blog = project('apps/blog', 'app', 'browser');
const leads = project('services/leads', 'service', 'server');
const gateway = project('services/gateway', 'service', 'server');
const e2e = project('apps/e2e', 'e2e', 'server');
const local = project('infra/local', 'infra', 'server');

describe('edges between packages', () => {
  it.each([
    [crm, contracts],
    [crm, ui],
    [leads, serviceKit],
    [serviceKit, contracts],
    [e2e, local],
  ])('allows %j -> %j', (source, target) => expect(edgeProblem(source, target)).toBeUndefined());

  it.each<[string, GraphProject, GraphProject, RegExp]>([
    ['an app by an app', crm, blog, /blog is a leaf/],
    ['a service by a service', gateway, leads, /leads is a leaf/],
    ['a service by the platform', local, leads, /leads is a leaf/],
    ['the service kit by the browser', crm, serviceKit, /app may|crm may import/],
    ['the design system by a service', leads, ui, /leads may import/],
    ['the contracts by the design system', ui, contracts, /ui may import markdown$/],
    ['the service kit by the contracts', contracts, serviceKit, /contracts may import no package of ours/],
    ['anything by a library without a rule', project('libs/new', 'lib', 'shared'), contracts, /new has no rule/],
  ])('refuses the use of %s', (_what, source, target, why) => expect(edgeProblem(source, target)).toMatch(why));
});

describe('imports in a source', () => {
  it('are found in every form, and not in comments', () => {
    const source = `
      import a, { type B } from 'a';
      import
        * as c from "c";
      import './d.css';
      export { e } from '../e.js';
      export * from 'f';
      const g = await import('g');
      const h = require('h');
      // import i from 'i';
      /* import j from 'j'; */
      const text = 'import nothing';
    `;
    expect(importsOf(source)).toEqual(['a', 'c', './d.css', '../e.js', 'f', 'g', 'h']);
  });
});

describe('a workspace', () => {
  let root: string;

  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };

  const add = ({ name, root: folder, tags }: GraphProject): void =>
    write(`${folder}/package.json`, JSON.stringify({ name, version: '0.1.0', private: true, nx: { tags } }));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'docfolio-boundaries-'));
    const real = findRoot();
    for (const file of ['nx.json', 'tsconfig.base.json']) cpSync(join(real, file), join(root, file));
    write(
      'package.json',
      JSON.stringify({ name: 'workspace', private: true, workspaces: ['libs/*', 'services/*', 'apps/*'] }),
    );
    symlinkSync(join(real, 'node_modules'), join(root, 'node_modules'));
    for (const each of [contracts, serviceKit, leads, crm]) add(each);
    write('libs/contracts/src/lead.ts', "import { z } from 'zod';\nexport const lead = z.object({});\n");
    write('libs/service-kit/src/rpc.ts', "export * from '@docfolio/contracts/lead';\n");
    write('services/leads/src/main.ts', "import '@docfolio/service-kit/rpc';\n");
    write('apps/crm/src/routes.tsx', "import { lead } from '@docfolio/contracts/lead';\nexport { lead };\n");
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const check = () => checkBoundaries(root, { ...process.env, NX_WORKSPACE_ROOT_PATH: root });

  it('is fine as the architecture has it', async () => {
    expect(await check()).toEqual([]);
  });

  it('fails on an edge that only a source file makes, naming the file', async () => {
    write('apps/crm/src/leads/lead-list.page.tsx', "import '@docfolio/service-kit/rpc';\n");
    write('services/leads/src/leads/leads.service.ts', "import '../../../../apps/crm/src/routes';\n");
    const problems = await check();
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(
      /^apps\/crm\/src\/leads\/lead-list\.page\.tsx: @docfolio\/crm -> @docfolio\/service-kit: /,
    );
    expect(problems[1]).toMatch(
      /^services\/leads\/src\/leads\/leads\.service\.ts: @docfolio\/leads -> @docfolio\/crm: .*leaf/,
    );
  });

  it('fails on an edge that only a manifest makes', async () => {
    const path = join(root, 'services/leads/package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...manifest, dependencies: { '@docfolio/crm': '0.1.0' } }));
    expect(await check()).toEqual([
      expect.stringMatching(/^services\/leads\/package\.json: @docfolio\/leads -> @docfolio\/crm/),
    ]);
  });

  const graph: ProjectGraph = {
    projects: [contracts, leads],
    edges: [{ source: leads.name, target: contracts.name }],
  };

  it('fails on anything from npm but zod in the contracts', () => {
    write(
      'libs/contracts/src/event.ts',
      "import { z } from 'zod/v4';\nimport { Schema } from 'mongoose';\nimport 'node:fs';\n",
    );
    write('libs/contracts/src/event.spec.ts', "import fc from 'fast-check';\n");
    expect(checkGraph(root, graph)).toEqual([
      'libs/contracts/src/event.ts: @docfolio/contracts -> mongoose: it may use zod only',
      'libs/contracts/src/event.ts: @docfolio/contracts -> node:fs: it may use zod only',
    ]);
  });

  it('fails on a feature that imports its sibling', () => {
    write(
      'services/leads/src/timeline/timeline.service.ts',
      "import { csv } from '../exports/exports.service.js';\nimport '../config.js';\n",
    );
    expect(checkGraph(root, graph)).toEqual([
      'services/leads/src/timeline/timeline.service.ts: timeline -> exports (../exports/exports.service.js): a feature does not import a sibling',
    ]);
  });

  it('fails on a package without tags', () => {
    const untagged = { ...leads, tags: ['scope:leads'] };
    expect(checkGraph(root, { ...graph, projects: [contracts, untagged] })).toEqual(
      expect.arrayContaining([
        'services/leads/package.json: nx.tags has no type:...',
        'services/leads/package.json: nx.tags has no platform:...',
      ]),
    );
  });

  it('fails on a graph that has lost its edges', () => {
    expect(checkGraph(root, { ...graph, edges: [] })).toEqual([
      expect.stringContaining('the project graph has no edges'),
    ]);
  });
});

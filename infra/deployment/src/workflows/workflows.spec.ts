import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '@docfolio/local/workspace';
import {
  imageTargets,
  injectableScripts,
  jobProblems,
  npmScripts,
  parseWorkflow,
  unpinnedActions,
} from './workflow-rules.js';

const root = findRoot();
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const workflow = (name: string) => parseWorkflow(read(`.github/workflows/${name}`));
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
const dockerfilePath = 'infra/docker/Dockerfile';

describe.each(readdirSync(join(root, '.github/workflows')))('.github/workflows/%s', (name) => {
  it('runs npm scripts that exist', () => {
    expect(npmScripts(workflow(name)).filter((script) => !scripts.includes(script))).toEqual([]);
  });

  it('references every action by an immutable or trusted version', () => {
    expect(unpinnedActions(workflow(name))).toEqual([]);
  });

  it('has read-only permissions and time limits', () => {
    expect(jobProblems(workflow(name))).toEqual([]);
  });

  it('interpolates no value into a script', () => {
    expect(injectableScripts(workflow(name))).toEqual([]);
  });
});

describe('ci.yml', () => {
  it('runs .ci/run for every pull request', () => {
    const ci = workflow('ci.yml');
    expect(Object.keys(ci.on)).toEqual(['push', 'pull_request']);
    expect(ci.jobs.test?.steps?.map(({ run }) => run).filter(Boolean)).toEqual(['.ci/run']);
    expect(read('.ci/run').match(/^npm .*$/gm)).toEqual([
      'npm test',
      'npm test -- --slow --minutes $((SECONDS < 83 * 60 ? 83 - SECONDS / 60 : 0))',
    ]);
  });
});

describe('images.yml', () => {
  const publish = workflow('images.yml').jobs.publish!;

  it('builds the targets of the Dockerfile', () => {
    // As the job `targets` reads them.
    expect(publish.strategy?.matrix?.target).toBe(`\${{ fromJSON(needs.targets.outputs.names) }}`);
    expect(Object.keys(JSON.parse(read('infra/docker/images.json'))).sort()).toEqual(
      imageTargets(read(dockerfilePath)).sort(),
    );
    expect(publish.steps?.find(({ uses }) => uses?.startsWith('docker/build-push-action'))?.with?.file).toBe(
      dockerfilePath,
    );
  });

  it('has permission to push and sign, and nothing else', () => {
    expect(publish.permissions).toEqual({ contents: 'read', packages: 'write', 'id-token': 'write' });
  });

  it('publishes an SBOM and signs the pushed images', () => {
    const build = publish.steps?.findIndex(({ with: inputs }) => inputs?.push === true && inputs.sbom === true);
    const sign = publish.steps?.findIndex(({ run }) => run?.startsWith('cosign sign'));
    expect(build).toBeGreaterThan(0);
    expect(sign).toBeGreaterThan(build!);
  });

  it('runs on version tags only', () => {
    expect(workflow('images.yml').on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
  });
});

describe('the checks of workflows', () => {
  const broken = parseWorkflow(`
on: { push: {} }
permissions: write-all
jobs:
  test:
    steps:
      - uses: actions/checkout@main
      - uses: somebody/action@v1
      - uses: somebody/action@${'0123456789'.repeat(4)}
      - run: npm run gone && npm test
      - run: echo "\${{ github.event.pull_request.title }}"
`);

  it('find missing scripts, mutable versions, interpolated values, broad permissions and missing time limits', () => {
    expect(npmScripts(broken)).toEqual(['gone', 'test']);
    expect(unpinnedActions(broken)).toEqual(['actions/checkout@main', 'somebody/action@v1']);
    expect(injectableScripts(broken)).toHaveLength(1);
    expect(jobProblems(broken)).toEqual(['the workflow may do more than read the code', 'test has no time limit']);
  });

  it('refuse invalid YAML', () => {
    expect(() => parseWorkflow('jobs: [')).toThrow();
  });

  it('find the stages based on `runtime` as the targets of a Dockerfile', () => {
    expect(imageTargets('FROM node AS runtime\nFROM runtime AS web\nRUN x\nFROM runtime AS tasks\n')).toEqual([
      'web',
      'tasks',
    ]);
  });
});

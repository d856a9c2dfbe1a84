import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageCatalogue } from './catalogue.js';
import { builderProblems, parseDockerfile, targetProblems } from './dockerfile.js';

const root = join(__dirname, '../../../..');
const stages = parseDockerfile(readFileSync(join(root, 'infra/docker/Dockerfile'), 'utf8'));
const catalogue = imageCatalogue(root);

describe('infra/docker/Dockerfile', () => {
  it('uses only syntax of the classic builder', () => {
    expect(builderProblems(stages)).toEqual([]);
  });

  it('gives every image a user, a health check, an init process, a command and labels', () => {
    expect(targetProblems(stages, Object.keys(catalogue))).toEqual([]);
  });

  it('installs packages from manifests alone, so that source changes do not reinstall them', () => {
    const packages = stages.find(({ name }) => name === 'packages')!;
    const install = packages.instructions.findIndex(({ args }) => args.includes('npm ci'));
    expect(install).toBeGreaterThan(0);
    const copied = packages.instructions.slice(0, install).filter(({ name }) => name === 'COPY');
    expect(copied.map(({ args }) => args)).toEqual(['--from=manifests /manifests ./']);
  });

  it('removes package managers from the base of the images', () => {
    const runtime = stages.find(({ name }) => name === 'runtime')!;
    const removal = runtime.instructions.find(({ name, args }) => name === 'RUN' && args.includes('rm -rf'))!.args;
    for (const path of [
      '/usr/local/lib/node_modules',
      '/usr/local/bin/npm',
      '/usr/local/bin/corepack',
      '/opt/yarn-*',
    ]) {
      expect(removal).toContain(path);
    }
  });
});

describe('infra/docker/images.json', () => {
  it.each(Object.entries(catalogue))(
    'lists existing workspaces and a size limit for the image %s',
    (_name, { workspaces, maxModulesMegabytes }) => {
      for (const folder of workspaces)
        expect([folder, existsSync(join(root, folder, 'package.json'))]).toEqual([folder, true]);
      expect(maxModulesMegabytes).toBeGreaterThan(0);
    },
  );
});

describe('the rules for Dockerfiles', () => {
  const problemsOf = (text: string) => builderProblems(parseDockerfile(`FROM base AS one\n${text}`));

  it.each([
    'RUN --mount=type=cache,target=/root/.npm npm install',
    'RUN <<EOF\necho\nEOF',
    'COPY --chmod=755 a b',
    'COPY --link a b',
    'ADD https://example.com/a b',
  ])('report the line %s', (line) => {
    expect(problemsOf(line)).toHaveLength(1);
  });

  it('report a BuildKit flag on a continued line', () => {
    expect(problemsOf('COPY \\\n  --chmod=755 a b')).toHaveLength(1);
  });

  it('report a wrong user, a health check that starts Node and a missing target', () => {
    const text =
      'FROM base AS one\nHEALTHCHECK CMD ["node", "probe.js"]\nENTRYPOINT ["tini", "--"]\nCMD ["node", "a.js"]';
    expect(targetProblems(parseDockerfile(text), ['one', 'two'])).toEqual(
      expect.arrayContaining(['one: USER is not 1000:1000', 'one: HEALTHCHECK starts Node', 'there is no target two']),
    );
  });
});

import { processes } from '@docfolio/local/processes';
import { environmentOf, secretNameOf, secretVariables } from './environment.js';
import { describeRendered, render } from './kustomize.js';
import { manifestRules } from './manifest-rules.js';
import { deployments, type Manifest, workloads } from './manifests.js';
import { schemaProblems } from './schema.js';
import { secretKeys } from './secret-keys.js';
import * as rules from './workload-rules.js';

const overlays = ['dev', 'production'];
const processNames = processes.map(({ name }) => name).sort();

const sorted = (keys: string[]) => [...keys].sort();
const rendered = new Map<string, Manifest[]>();

function manifestsOf(folder: string): Manifest[] {
  const known = rendered.get(folder) ?? render(folder);
  rendered.set(folder, known);
  return known;
}

const ofEach = (found: ReturnType<typeof workloads>, problems: (workload: (typeof found)[number]) => string[]) =>
  found.flatMap((workload) => problems(workload).map((problem) => `${workload.name}: ${problem}`));

describeRendered('k8s/base', () => {
  it('renders documents whose fields all exist', () => {
    expect(manifestsOf('k8s/base').flatMap(schemaProblems)).toEqual([]);
  });

  it('contains neither secrets nor stores', () => {
    const kinds = new Set(manifestsOf('k8s/base').map(({ kind }) => kind));
    expect([...kinds].filter((kind) => ['Secret', 'StatefulSet', 'PersistentVolumeClaim'].includes(kind))).toEqual([]);
  });
});

describe.each(overlays)('k8s/overlays/%s', (overlay) => {
  const manifests = () => manifestsOf(`k8s/overlays/${overlay}`);
  const platform = () => workloads(manifests()).filter(({ kind }) => kind !== 'StatefulSet');

  describeRendered(overlay, () => {
    it('renders documents whose fields all exist', () => {
      expect(manifests().flatMap(schemaProblems)).toEqual([]);
    });

    it.each(Object.entries(manifestRules))('%s', (_, rule) => expect(rule(manifests())).toEqual([]));

    it('has exactly one Deployment per process of the platform', () => {
      expect(sorted(deployments(manifests()).map(({ name }) => name))).toEqual(processNames);
    });

    it('probes each process on its internal port', () => {
      expect(ofEach(deployments(manifests()), rules.probes)).toEqual([]);
      for (const process of deployments(manifests()))
        expect(environmentOf(process, manifests())).toMatchObject({ INTERNAL_HOST: '0.0.0.0', INTERNAL_PORT: '9000' });
    });

    it('runs everything without privileges, API token or writable root', () => {
      expect(ofEach(workloads(manifests()), rules.security)).toEqual([]);
      expect(ofEach(workloads(manifests()), rules.isolation)).toEqual([]);
    });

    it('limits the resources and /tmp of everything, with the largest /tmp for media', () => {
      expect(ofEach(workloads(manifests()), rules.resources)).toEqual([]);
      expect(ofEach(workloads(manifests()), (each) => rules.scratch(each, each.name === 'media' ? 512 : 64))).toEqual(
        [],
      );
    });

    it('gives each process time to drain and to finish', () => {
      expect(
        ofEach(deployments(manifests()), (process) => rules.drain(process, environmentOf(process, manifests()))),
      ).toEqual([]);
    });

    it('spreads the replicas of each process over nodes and zones', () => {
      expect(ofEach(deployments(manifests()), rules.spread)).toEqual([]);
    });

    it('sets the recommended labels', () => {
      expect(ofEach(workloads(manifests()), rules.labels)).toEqual([]);
    });

    it('runs images that are named after their process and have the version of the label', () => {
      const isTask = (name: string) => ['migrate', 'first-admin'].includes(name);
      expect(
        ofEach(workloads(manifests()), (each) => rules.image(each, isTask(each.name) ? 'tasks' : each.name)),
      ).toEqual([]);
    });

    it('gives each process its secrets as files, and only those it needs', () => {
      expect(ofEach(workloads(manifests()), rules.secrets)).toEqual([]);
      const found = Object.fromEntries(
        platform().map((each) => [each.name, sorted(secretVariables(each).map(({ key }) => key))]),
      );
      expect(found).toEqual(Object.fromEntries(Object.entries(secretKeys).map(([name, keys]) => [name, sorted(keys)])));
    });

    it('shares no Secret between workloads', () => {
      const names = workloads(manifests()).flatMap((each) => secretNameOf(each) ?? []);
      expect(names).toEqual([...new Set(names)]);
    });
  });
});

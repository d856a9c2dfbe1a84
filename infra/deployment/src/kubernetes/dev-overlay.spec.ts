import { parse } from 'yaml';
import { secretData, secretNameOf } from './environment.js';
import { describeRendered, readRepositoryFile, render } from './kustomize.js';
import { replicas } from './manifest-rules.js';
import { type Manifest, ofKind, workloads } from './manifests.js';
import { secretKeys } from './secret-keys.js';

const sorted = (keys: string[]) => [...keys].sort();

describeRendered('k8s/overlays/dev', () => {
  let manifests: Manifest[];
  beforeAll(() => {
    manifests = render('k8s/overlays/dev');
  });

  it('contains every mounted Secret with exactly the keys that are read', () => {
    for (const each of workloads(manifests).filter(({ kind }) => kind !== 'StatefulSet')) {
      const data = secretData(manifests, secretNameOf(each));
      expect({ [each.name]: sorted(Object.keys(data ?? {})) }).toEqual({
        [each.name]: sorted(secretKeys[each.name]!),
      });
    }
    for (const store of workloads(manifests).filter(
      ({ kind, pod }) => kind === 'StatefulSet' && pod.volumes?.some(({ secret }) => secret),
    ))
      expect(secretData(manifests, secretNameOf(store))).toBeDefined();
  });

  it('marks every Secret as development-only', () => {
    const unmarked = ofKind(manifests, 'Secret').filter(
      ({ metadata }) => metadata.annotations?.['docfolio/development-only'] !== 'true',
    );
    expect(unmarked.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it('stores the data of each store on a volume', () => {
    const stores = ofKind(manifests, 'StatefulSet');
    expect(sorted(stores.map(({ metadata }) => metadata.name))).toEqual(['mailpit', 'minio', 'mongodb', 'redis']);
    for (const { spec } of stores) {
      expect(spec?.replicas).toBe(1);
      expect(spec?.volumeClaimTemplates?.[0]?.spec?.accessModes).toEqual(['ReadWriteOnce']);
    }
  });

  it('has the labels of its overlays on pods, but not on the claims of volumes, which cannot be changed later', () => {
    for (const { metadata, spec } of ofKind(manifests, 'StatefulSet')) {
      expect([metadata.name, spec?.volumeClaimTemplates?.[0]?.metadata?.labels]).toEqual([metadata.name, undefined]);
    }
    for (const { name, podLabels } of workloads(manifests)) {
      expect([name, podLabels]).toEqual([
        name,
        expect.objectContaining({
          'app.kubernetes.io/instance': 'docfolio-dev',
          'app.kubernetes.io/part-of': 'docfolio',
        }),
      ]);
    }
  });

  it('runs one replica of each process', () => {
    expect(new Set(Object.values(replicas(manifests)))).toEqual(new Set([1]));
  });

  it('runs the store images of docker-compose.yml', () => {
    const compose = parse(readRepositoryFile('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { image: string }>;
    };
    const found = workloads(manifests).filter(({ kind }) => kind === 'StatefulSet');
    for (const { name, container } of found) expect(container.image).toBe(compose.services[name]?.image);
  });
});

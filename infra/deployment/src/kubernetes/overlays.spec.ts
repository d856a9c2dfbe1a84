import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES } from '@docfolio/local/processes';
import { findRoot } from '@docfolio/local/workspace';
import { parse } from 'yaml';
import { environmentOf, secretData, secretKeysOf, secretNameOf } from './environment.js';
import { describeRendered, readRepositoryFile, render } from './kustomize.js';
import { MANIFEST_RULES, replicas } from './manifest-rules.js';
import { deployments, type Manifest, ofKind, workloads } from './manifests.js';
import { schemaProblems } from './schema.js';
import * as rules from './workload-rules.js';

const OVERLAYS = ['dev', 'production'];
const PROCESS_NAMES = PROCESSES.map(({ name }) => name).sort();

/** Which workload gets which secrets (libs/process and the config schemas say why). Nothing else may be in a Secret. */
const SECRET_KEYS: Record<string, string[]> = {
  web: ['REDIS_URL'],
  gateway: ['REDIS_URL', 'MONGODB_URI', 'JWT_SECRET', 'BYTES_SECRET'],
  leads: ['REDIS_URL', 'MONGODB_URI', 'BYTES_SECRET', 'LINK_SECRET', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  content: ['REDIS_URL', 'MONGODB_URI'],
  media: ['REDIS_URL', 'MONGODB_URI', 'BYTES_SECRET', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  notifications: ['REDIS_URL', 'MONGODB_URI', 'SMTP_URL'],
  migrate: ['REDIS_URL', 'MONGODB_URI'],
  'first-admin': ['REDIS_URL', 'MONGODB_URI', 'ADMIN_PASSWORD'],
};

const sorted = (keys: string[]) => [...keys].sort();
const rendered = new Map<string, Manifest[]>();

/** Each folder is rendered once. */
function manifestsOf(folder: string): Manifest[] {
  const known = rendered.get(folder) ?? render(folder);
  rendered.set(folder, known);
  return known;
}

/** `problems` of every workload, each with the workload's name. */
const ofEach = (found: ReturnType<typeof workloads>, problems: (workload: (typeof found)[number]) => string[]) =>
  found.flatMap((workload) => problems(workload).map((problem) => `${workload.name}: ${problem}`));

describeRendered('k8s/base', () => {
  it('renders documents whose fields all exist', () => {
    expect(manifestsOf('k8s/base').flatMap(schemaProblems)).toEqual([]);
  });

  it('holds neither secrets nor stores', () => {
    const kinds = new Set(manifestsOf('k8s/base').map(({ kind }) => kind));
    expect([...kinds].filter((kind) => ['Secret', 'StatefulSet', 'PersistentVolumeClaim'].includes(kind))).toEqual([]);
  });
});

describe.each(OVERLAYS)('k8s/overlays/%s', (overlay) => {
  const manifests = () => manifestsOf(`k8s/overlays/${overlay}`);
  const platform = () => workloads(manifests()).filter(({ kind }) => kind !== 'StatefulSet');

  describeRendered(overlay, () => {
    it('renders documents whose fields all exist', () => {
      expect(manifests().flatMap(schemaProblems)).toEqual([]);
    });

    it.each(Object.entries(MANIFEST_RULES))('%s', (_, rule) => expect(rule(manifests())).toEqual([]));

    it('has a Deployment for each process of the platform, and no other', () => {
      expect(sorted(deployments(manifests()).map(({ name }) => name))).toEqual(PROCESS_NAMES);
    });

    it('probes each process on its internal port', () => {
      expect(ofEach(deployments(manifests()), rules.probes)).toEqual([]);
      for (const process of deployments(manifests()))
        expect(environmentOf(process, manifests())).toMatchObject({ INTERNAL_HOST: '0.0.0.0', INTERNAL_PORT: '9000' });
    });

    it('runs everything without privileges, API token and writable root', () => {
      expect(ofEach(workloads(manifests()), rules.security)).toEqual([]);
      expect(ofEach(workloads(manifests()), rules.isolation)).toEqual([]);
    });

    it('gives everything resources, and a limited /tmp of which media has the most', () => {
      expect(ofEach(workloads(manifests()), rules.resources)).toEqual([]);
      expect(ofEach(workloads(manifests()), (each) => rules.scratch(each, each.name === 'media' ? 512 : 64))).toEqual(
        [],
      );
    });

    it('leaves each process the time to drain and to finish', () => {
      expect(
        ofEach(deployments(manifests()), (process) => rules.drain(process, environmentOf(process, manifests()))),
      ).toEqual([]);
    });

    it('spreads the replicas of each process over nodes and zones', () => {
      expect(ofEach(deployments(manifests()), rules.spread)).toEqual([]);
    });

    it('carries the recommended labels', () => {
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
      const found = Object.fromEntries(platform().map((each) => [each.name, sorted(secretKeysOf(each))]));
      expect(found).toEqual(
        Object.fromEntries(Object.entries(SECRET_KEYS).map(([name, keys]) => [name, sorted(keys)])),
      );
    });

    it('shares no Secret between workloads', () => {
      const names = workloads(manifests()).flatMap((each) => secretNameOf(each) ?? []);
      expect(names).toEqual([...new Set(names)]);
    });
  });
});

describeRendered('k8s/overlays/dev', () => {
  const dev = () => manifestsOf('k8s/overlays/dev');

  it('brings every Secret that is mounted, with exactly the keys that are read', () => {
    for (const each of workloads(dev()).filter(({ kind }) => kind !== 'StatefulSet')) {
      const data = secretData(dev(), secretNameOf(each));
      expect({ [each.name]: sorted(Object.keys(data ?? {})) }).toEqual({
        [each.name]: sorted(SECRET_KEYS[each.name]!),
      });
    }
    for (const store of workloads(dev()).filter(
      ({ kind, pod }) => kind === 'StatefulSet' && pod.volumes?.some(({ secret }) => secret),
    ))
      expect(secretData(dev(), secretNameOf(store))).toBeDefined();
  });

  it('marks every Secret as development-only', () => {
    const unmarked = ofKind(dev(), 'Secret').filter(
      ({ metadata }) => metadata.annotations?.['docfolio/development-only'] !== 'true',
    );
    expect(unmarked.map(({ metadata }) => metadata.name)).toEqual([]);
  });

  it('keeps the data of each store on a volume', () => {
    const stores = ofKind(dev(), 'StatefulSet');
    expect(sorted(stores.map(({ metadata }) => metadata.name))).toEqual(['mailpit', 'minio', 'mongodb', 'redis']);
    for (const { spec } of stores) {
      expect(spec?.replicas).toBe(1);
      expect(spec?.volumeClaimTemplates?.[0]?.spec?.accessModes).toEqual(['ReadWriteOnce']);
    }
  });

  it('runs one replica of each process', () => {
    expect(new Set(Object.values(replicas(dev())))).toEqual(new Set([1]));
  });

  const hasCompose = existsSync(join(findRoot(), 'docker-compose.yml'));
  (hasCompose ? it : it.skip)('runs the store images of docker-compose.yml', () => {
    const compose = parse(readRepositoryFile('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { image: string }>;
    };
    const found = workloads(dev()).filter(({ kind }) => kind === 'StatefulSet');
    for (const { name, container } of found) expect(container.image).toBe(compose.services[name]?.image);
  });
});

describeRendered('k8s/overlays/production', () => {
  const production = () => manifestsOf('k8s/overlays/production');

  it('runs two replicas of everything and three of gateway and web', () => {
    expect(replicas(production())).toEqual({ web: 3, gateway: 3, leads: 2, content: 2, media: 2, notifications: 2 });
  });

  it('holds no secret and no store, and nothing of the development overlay', () => {
    const kinds = production().map(({ kind }) => kind);
    expect(kinds).not.toContain('Secret');
    expect(kinds).not.toContain('StatefulSet');
    expect(JSON.stringify(production())).not.toContain('development-only');
  });

  it('mounts Secrets that k8s/README.md tells how to create, under stable names', () => {
    const readme = readRepositoryFile('k8s/README.md');
    for (const each of workloads(production())) {
      const name = `${each.name}-secrets`;
      expect(secretNameOf(each)).toBe(name);
      const line = readme.split('\n').find((row) => row.includes(`\`${name}\``));
      expect({ [name]: [...(line ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, key]) => key) }).toEqual({
        [name]: SECRET_KEYS[each.name],
      });
    }
  });

  it('routes the public host to web with TLS, a body limit and unbuffered streams', () => {
    const [ingress, ...others] = ofKind(production(), 'Ingress');
    expect(others).toEqual([]);
    expect(
      ingress?.spec?.rules?.flatMap(({ http }) => http?.paths.map(({ backend }) => backend.service?.name)),
    ).toEqual(['web']);
    expect(ingress?.spec?.tls?.[0]?.hosts).toEqual(ingress?.spec?.rules?.map(({ host }) => host));
    expect(ingress?.metadata.annotations).toMatchObject({
      'cert-manager.io/cluster-issuer': expect.any(String),
      'nginx.org/client-max-body-size': '6m',
      'nginx.org/proxy-buffering': 'false',
      'nginx.ingress.kubernetes.io/proxy-body-size': '6m',
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
    });
  });
});

import { definitions } from '../compose/process-schemas.js';
import { secretNameOf } from './environment.js';
import { describeRendered, readRepositoryFile, render } from './kustomize.js';
import { replicas } from './manifest-rules.js';
import { type Manifest, ofKind, workloads } from './manifests.js';
import { secretKeys } from './secret-keys.js';

describeRendered('k8s/overlays/production', () => {
  let manifests: Manifest[];
  beforeAll(() => {
    manifests = render('k8s/overlays/production');
  });

  it('runs two replicas of everything and three of gateway and web', () => {
    expect(replicas(manifests)).toEqual({ web: 3, gateway: 3, leads: 2, content: 2, media: 2, notifications: 2 });
  });

  it('contains no secret, no store and nothing of the development overlay', () => {
    const kinds = manifests.map(({ kind }) => kind);
    expect(kinds).not.toContain('Secret');
    expect(kinds).not.toContain('StatefulSet');
    expect(JSON.stringify(manifests)).not.toContain('development-only');
  });

  // Written by hand, because everything else about secrets is derived from the schemas: one more secret is a decision.
  it('gives each process exactly these secrets', () => {
    const stores = ['MONGODB_URI', 'REDIS_URL'];
    const objects = ['BYTES_SECRET', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'];
    const ofProcesses = Object.fromEntries(definitions.map(({ name }) => [name, secretKeys[name]?.toSorted()]));
    expect(ofProcesses).toEqual({
      web: ['REDIS_URL'],
      gateway: ['BYTES_SECRET', 'JWT_SECRET', ...stores],
      content: stores,
      leads: [...objects, 'LINK_SECRET', ...stores].sort(),
      media: [...objects, ...stores].sort(),
      notifications: [...stores, 'SMTP_URL'],
    });
  });

  it('mounts Secrets under the names that k8s/README.md documents', () => {
    const readme = readRepositoryFile('k8s/README.md');
    for (const each of workloads(manifests)) {
      const name = `${each.name}-secrets`;
      expect(secretNameOf(each)).toBe(name);
      const line = readme.split('\n').find((row) => row.includes(`\`${name}\``));
      const documented = [...(line ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, key]) => key);
      expect({ [name]: documented.sort() }).toEqual({ [name]: secretKeys[each.name]?.toSorted() });
    }
  });

  it('routes the public host to web with TLS, a body limit and unbuffered streams', () => {
    const [ingress, ...others] = ofKind(manifests, 'Ingress');
    expect(others).toEqual([]);
    expect(
      ingress?.spec?.rules?.flatMap(({ http }) => http?.paths.map(({ backend }) => backend.service?.name)),
    ).toEqual(['web']);
    const { port } = ingress!.spec!.rules![0]!.http!.paths[0]!.backend.service!;
    const web = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === 'web');
    expect(web?.spec?.ports?.map(({ name }) => name)).toContain(port?.name);
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

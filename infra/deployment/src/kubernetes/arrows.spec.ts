import { describeRendered, render, renderWith } from './kustomize.js';
import { type Manifest, ofKind, workloads } from './manifests.js';
import { type Endpoint, type Policy, reachability } from './reachability.js';

/**
 * The allowed connections; all others must be blocked, also between replicas of a process. The internal port (9000) is
 * in no row but that of components/metrics: else only the kubelet connects to it, whom policies never block.
 */
const processArrows = `
  from                    to                      port
  ingress-controller      web                     TCP 4200
  web                     gateway                 TCP 4300
  gateway                 leads, media            TCP 9001
`;

const devArrows = `${processArrows}
  web, gateway, leads, content, media, notifications, first-admin, migrate    redis      TCP 6379
  gateway, leads, content, media, notifications, first-admin, migrate         mongodb    TCP 27017
  leads, media                                                                minio      TCP 9000
  notifications                                                               mailpit    TCP 1025

  web, gateway, leads, content, media, notifications, first-admin, migrate    dns        UDP 53, TCP 53
  redis, mongodb, minio, mailpit                                              dns        UDP 53, TCP 53
`;

const productionArrows = `${processArrows}
  web, gateway, leads, content, media, notifications, first-admin, migrate    redis-address     TCP 6379
  gateway, leads, content, media, notifications, first-admin, migrate         mongodb-address   TCP 27017
  leads, media                                                                s3-address        TCP 443
  notifications                                                               smtp-address      TCP 465, TCP 587, TCP 25

  ingress-controller                                                          acme-challenge    TCP 8089
  web, gateway, leads, content, media, notifications, first-admin, migrate    dns               UDP 53, TCP 53
  acme-challenge                                                              dns               UDP 53, TCP 53
`;

const metricsArrows = `${productionArrows}
  prometheus    web, gateway, leads, content, media, notifications    TCP 9000
`;

const traceArrows = `${productionArrows}
  web, gateway, leads, content, media, notifications    otel-collector    TCP 4318
`;

const elsewhere = (name: string, namespace: string, labels = {}): Endpoint => ({
  name,
  ip: '10.244.9.9',
  namespace,
  namespaceLabels: { 'kubernetes.io/metadata.name': namespace },
  labels,
});
const address = (name: string, ip: string): Endpoint => ({ name, ip });

/** Endpoints besides the pods of the manifests. */
const otherEndpoints: Endpoint[] = [
  elsewhere('ingress-controller', 'nginx-ingress'),
  elsewhere('dns', 'kube-system', { 'k8s-app': 'kube-dns' }),
  elsewhere('system-pod', 'kube-system'),
  // A pod with the same labels in another namespace must be blocked.
  elsewhere('other-web', 'default', { 'app.kubernetes.io/name': 'web', 'app.kubernetes.io/part-of': 'docfolio' }),
  elsewhere('prometheus', 'monitoring', { 'app.kubernetes.io/name': 'prometheus' }),
  elsewhere('otel-collector', 'monitoring', { 'app.kubernetes.io/name': 'otel-collector' }),
  elsewhere('grafana', 'monitoring', { 'app.kubernetes.io/name': 'grafana' }),
  address('internet', '203.0.113.9'),
  address('metadata-service', '169.254.169.254'),
  address('api-server', '10.96.0.1'),
];

/** Addresses in the placeholder networks of overlays/production/stores.yaml. */
const storeAddresses: Endpoint[] = [
  address('redis-address', '192.0.2.1'),
  address('mongodb-address', '192.0.2.65'),
  address('s3-address', '192.0.2.129'),
  address('smtp-address', '192.0.2.193'),
];

/** All ports that something listens on, and one that is unused. */
const ports = [
  22, 25, 53, 80, 443, 465, 587, 1025, 4200, 4300, 4318, 6379, 6443, 8025, 8089, 9000, 9001, 12_345, 27_017,
];

const cells = (line: string) => line.trim().split(/\s{2,}/);
const list = (cell = '') => cell.split(', ');

/** Formats the rows of a table as `web -> gateway TCP 4300`. */
const expected = (table: string): string[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('from'))
    .map(cells)
    .flatMap(([from, to, ports]) =>
      list(from).flatMap((source) =>
        list(to).flatMap((target) => list(ports).map((port) => `${source} -> ${target} ${port}`)),
      ),
    )
    .sort();

/** Keeps the policies of one direction; the other direction is open. */
function inDirection(policies: Policy[], direction: 'Ingress' | 'Egress'): Policy[] {
  return policies.flatMap((policy) => {
    const { podSelector, policyTypes, ingress, egress } = policy.spec!;
    if (!policyTypes?.includes(direction)) return [];
    const rules = direction === 'Ingress' ? { ingress } : { egress };
    return [{ ...policy, spec: { podSelector, policyTypes: [direction], ...rules } }];
  });
}

interface World {
  namespace: string;
  pods: Endpoint[];
  policies: Policy[];
}

function worldOf(manifests: Manifest[]): World {
  const namespace = ofKind(manifests, 'Namespace')[0]!.metadata.name;
  const pods = workloads(manifests).map(({ name, podLabels, container }) => ({
    name,
    ip: '10.244.1.1',
    namespace,
    namespaceLabels: { 'kubernetes.io/metadata.name': namespace },
    labels: podLabels,
    namedPorts: Object.fromEntries(container.ports?.map((port) => [port.name, port.containerPort]) ?? []),
  }));
  return { namespace, pods, policies: ofKind(manifests, 'NetworkPolicy') as Policy[] };
}

const computed = ({ namespace, pods, policies }: World, others: Endpoint[]): string[] =>
  reachability(policies, namespace, [...pods, ...others], ports).sort();

/** Returns the pod with which cert-manager proves control of a domain. */
const challengeIn = (namespace: string): Endpoint =>
  elsewhere('acme-challenge', namespace, { 'acme.cert-manager.io/http01-solver': 'true' });

const internal = (rows: string[], pods: Endpoint[]): string[] =>
  rows.filter((row) => {
    const names = pods.map(({ name }) => name);
    return names.includes(row.split(' ')[0]!) && names.includes(row.split(' ')[2]!);
  });

describeRendered('network policies', () => {
  it('allow exactly the connections of the development overlay', () => {
    expect(computed(worldOf(render('k8s/overlays/dev')), otherEndpoints)).toEqual(expected(devArrows));
  });

  it('allow exactly the connections of the production overlay', () => {
    const world = worldOf(render('k8s/overlays/production'));
    const others = [...otherEndpoints, ...storeAddresses, challengeIn(world.namespace)];
    expect(computed(world, others)).toEqual(expected(productionArrows));
  });

  it('allow Prometheus to scrape every process, and nothing else, with components/metrics', () => {
    const world = worldOf(renderWith('metrics'));
    const others = [...otherEndpoints, ...storeAddresses, challengeIn(world.namespace)];
    expect(computed(world, others)).toEqual(expected(metricsArrows));
  });

  it('allow every process to send traces, and nothing else, with components/traces', () => {
    const world = worldOf(renderWith('traces'));
    const others = [...otherEndpoints, ...storeAddresses, challengeIn(world.namespace)];
    expect(computed(world, others)).toEqual(expected(traceArrows));
  });

  it.each(['Ingress', 'Egress'] as const)(
    'allow exactly the connections between pods by %s rules alone',
    (direction) => {
      const world = worldOf(render('k8s/overlays/dev'));
      const policies = inDirection(world.policies, direction);
      expect(computed({ ...world, policies }, [])).toEqual(internal(expected(devArrows), world.pods));
    },
  );

  it.each(['dev', 'production'])('deny both directions by default in %s', (overlay) => {
    const { policies } = worldOf(render(`k8s/overlays/${overlay}`));
    expect(policies.map(({ spec }) => spec)).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('are checked strictly: a policy that allows all egress adds connections', () => {
    const world = worldOf(render('k8s/overlays/production'));
    world.policies.find(({ metadata }) => metadata.name === 'web')!.spec!.egress = [{}];
    expect(computed(world, [...otherEndpoints, ...storeAddresses])).toEqual(
      expect.arrayContaining([
        'web -> internet TCP 443',
        'web -> mongodb-address TCP 27017',
        'web -> metadata-service TCP 80',
      ]),
    );
  });
});

import { parseManifests } from './manifests.js';
import { type Endpoint, type Policy, reachability } from './reachability.js';

const pod = (name: string, namespace = 'ours', namedPorts = {}): Endpoint => ({
  name,
  ip: '10.244.0.9',
  namespace,
  namespaceLabels: { name: namespace },
  labels: { app: name },
  namedPorts,
});
const a = pod('a');
const b = pod('b', 'ours', { http: 80 });
const stranger = pod('stranger', 'theirs');
const address: Endpoint = { name: 'address', ip: '192.0.2.7' };

const policy = (spec: string): Policy =>
  parseManifests(`
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: any, namespace: ours }
spec: ${spec}
`)[0] as Policy;

const deny = policy('{ podSelector: {}, policyTypes: [Ingress, Egress] }');
const open = (policies: Policy[], endpoints: Endpoint[], ports = [80]) =>
  reachability(policies, 'ours', endpoints, ports).filter((line) => line.includes('TCP'));

describe('reachability', () => {
  it('is total without policies, replicas of the same pod included', () => {
    expect(open([], [a, b])).toEqual(['a -> a TCP 80', 'a -> b TCP 80', 'b -> a TCP 80', 'b -> b TCP 80']);
  });

  it('is empty under a policy that denies everything in both directions', () => {
    expect(open([deny], [a, b, stranger, address])).toEqual([]);
  });

  it('needs permission on both sides', () => {
    const out = policy(
      '{ podSelector: { matchLabels: { app: a } }, policyTypes: [Egress], egress: [{ to: [{ podSelector: { matchLabels: { app: b } } }] }] }',
    );
    const into = policy(
      '{ podSelector: { matchLabels: { app: b } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: a } } }] }] }',
    );
    expect(open([deny, out], [a, b])).toEqual([]);
    expect(open([deny, into], [a, b])).toEqual([]);
    expect(open([deny, out, into], [a, b])).toEqual(['a -> b TCP 80']);
  });

  it('limits ports by number, range and name', () => {
    const ingress = (ports: string) => [
      policy(`{ podSelector: { matchLabels: { app: b } }, ingress: [{ ports: ${ports} }] }`),
    ];
    expect(open(ingress('[{ port: 80 }]'), [stranger, b], [80, 81])).toEqual([
      'stranger -> b TCP 80',
      'b -> stranger TCP 80',
      'b -> stranger TCP 81',
      'b -> b TCP 80',
    ]);
    expect(open(ingress('[{ port: 80, endPort: 81 }]'), [stranger, b], [80, 81, 82])).not.toContain(
      'stranger -> b TCP 82',
    );
    expect(open(ingress('[{ port: http }]'), [stranger, b], [80, 81])).toContain('stranger -> b TCP 80');
    expect(open(ingress('[{ port: other }]'), [stranger, b], [80, 81])).not.toContain('stranger -> b TCP 80');
    expect(open(ingress('[{ protocol: UDP, port: 80 }]'), [stranger, b])).not.toContain('stranger -> b TCP 80');
  });

  it('takes a pod selector for pods of the own namespace, unless a namespace selector stands beside it', () => {
    const namesake = pod('a', 'theirs');
    const from = (peer: string) => [
      deny,
      policy(`{ podSelector: { matchLabels: { app: b } }, ingress: [{ from: [${peer}] }] }`),
    ];
    expect(open(from('{ podSelector: { matchLabels: { app: a } } }'), [namesake, b])).toEqual([]);
    const both = '{ podSelector: { matchLabels: { app: a } }, namespaceSelector: { matchLabels: { name: theirs } } }';
    expect(open(from(both), [namesake, stranger, b])).toEqual(['a -> b TCP 80']);
    const either =
      '{ podSelector: { matchLabels: { app: a } } }, { namespaceSelector: { matchLabels: { name: theirs } } }';
    expect(open(from(either), [namesake, stranger, b])).toEqual(['a -> b TCP 80', 'stranger -> b TCP 80']);
  });

  it('lets an address block reach addresses in it, without its exceptions, and pods as well', () => {
    const to = (block: string) => [
      deny,
      policy(`{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ipBlock: ${block} }] }] }`),
    ];
    expect(open(to('{ cidr: 192.0.2.0/24 }'), [a, address])).toEqual(['a -> address TCP 80']);
    expect(open(to('{ cidr: 192.0.2.0/24, except: [192.0.2.0/28] }'), [a, address])).toEqual([]);
    expect(open(to('{ cidr: 0.0.0.0/0 }'), [a, stranger])).toEqual(['a -> stranger TCP 80']);
  });

  it('takes a rule without peers for one that admits everybody', () => {
    expect(
      open([deny, policy('{ podSelector: { matchLabels: { app: b } }, ingress: [{}] }')], [stranger, address, b]),
    ).toEqual(['stranger -> b TCP 80', 'address -> b TCP 80']);
  });

  it('matches expressions', () => {
    const from = (expression: string) =>
      open(
        [
          deny,
          policy(
            `{ podSelector: {}, ingress: [{ from: [{ namespaceSelector: {}, podSelector: { matchExpressions: [${expression}] } }] }] }`,
          ),
        ],
        [stranger, b],
      );
    expect(from('{ key: app, operator: In, values: [stranger] }')).toEqual(['stranger -> b TCP 80']);
    expect(from('{ key: app, operator: NotIn, values: [stranger] }')).toEqual([]);
    expect(from('{ key: other, operator: DoesNotExist }')).toEqual(['stranger -> b TCP 80']);
    expect(from('{ key: other, operator: Exists }')).toEqual([]);
  });
});

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
const outsider = pod('outsider', 'theirs');
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
  it('allows everything without policies, between replicas too', () => {
    expect(open([], [a, b])).toEqual(['a -> a TCP 80', 'a -> b TCP 80', 'b -> a TCP 80', 'b -> b TCP 80']);
  });

  it('allows nothing under a policy that denies both directions', () => {
    expect(open([deny], [a, b, outsider, address])).toEqual([]);
  });

  it('requires permission from both sides', () => {
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

  it('limits connections to ports by number, range and name', () => {
    const ingress = (ports: string) => [
      policy(`{ podSelector: { matchLabels: { app: b } }, ingress: [{ ports: ${ports} }] }`),
    ];
    expect(open(ingress('[{ port: 80 }]'), [outsider, b], [80, 81])).toEqual([
      'outsider -> b TCP 80',
      'b -> outsider TCP 80',
      'b -> outsider TCP 81',
      'b -> b TCP 80',
    ]);
    expect(open(ingress('[{ port: 80, endPort: 81 }]'), [outsider, b], [80, 81, 82])).not.toContain(
      'outsider -> b TCP 82',
    );
    expect(open(ingress('[{ port: http }]'), [outsider, b], [80, 81])).toContain('outsider -> b TCP 80');
    expect(open(ingress('[{ port: other }]'), [outsider, b], [80, 81])).not.toContain('outsider -> b TCP 80');
    expect(open(ingress('[{ protocol: UDP, port: 80 }]'), [outsider, b])).not.toContain('outsider -> b TCP 80');
  });

  it('applies a pod selector to its own namespace unless it is combined with a namespace selector', () => {
    const namesake = pod('a', 'theirs');
    const from = (peer: string) => [
      deny,
      policy(`{ podSelector: { matchLabels: { app: b } }, ingress: [{ from: [${peer}] }] }`),
    ];
    expect(open(from('{ podSelector: { matchLabels: { app: a } } }'), [namesake, b])).toEqual([]);
    const both = '{ podSelector: { matchLabels: { app: a } }, namespaceSelector: { matchLabels: { name: theirs } } }';
    expect(open(from(both), [namesake, outsider, b])).toEqual(['a -> b TCP 80']);
    const either =
      '{ podSelector: { matchLabels: { app: a } } }, { namespaceSelector: { matchLabels: { name: theirs } } }';
    expect(open(from(either), [namesake, outsider, b])).toEqual(['a -> b TCP 80', 'outsider -> b TCP 80']);
  });

  it('applies an address block to its addresses without exceptions, and to pods', () => {
    const to = (block: string) => [
      deny,
      policy(`{ podSelector: {}, policyTypes: [Egress], egress: [{ to: [{ ipBlock: ${block} }] }] }`),
    ];
    expect(open(to('{ cidr: 192.0.2.0/24 }'), [a, address])).toEqual(['a -> address TCP 80']);
    expect(open(to('{ cidr: 192.0.2.0/24, except: [192.0.2.0/28] }'), [a, address])).toEqual([]);
    expect(open(to('{ cidr: 0.0.0.0/0 }'), [a, outsider])).toEqual(['a -> outsider TCP 80']);
  });

  it('allows all peers by a rule without peers', () => {
    expect(
      open([deny, policy('{ podSelector: { matchLabels: { app: b } }, ingress: [{}] }')], [outsider, address, b]),
    ).toEqual(['outsider -> b TCP 80', 'address -> b TCP 80']);
  });

  it('evaluates match expressions', () => {
    const from = (expression: string) =>
      open(
        [
          deny,
          policy(
            `{ podSelector: {}, ingress: [{ from: [{ namespaceSelector: {}, podSelector: { matchExpressions: [${expression}] } }] }] }`,
          ),
        ],
        [outsider, b],
      );
    expect(from('{ key: app, operator: In, values: [outsider] }')).toEqual(['outsider -> b TCP 80']);
    expect(from('{ key: app, operator: NotIn, values: [outsider] }')).toEqual([]);
    expect(from('{ key: other, operator: DoesNotExist }')).toEqual(['outsider -> b TCP 80']);
    expect(from('{ key: other, operator: Exists }')).toEqual([]);
  });
});

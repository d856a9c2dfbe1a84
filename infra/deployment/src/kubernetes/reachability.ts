import { BlockList, isIPv6 } from 'node:net';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort';
import type { Labels, Manifest } from './manifests.js';

/** A pod; without a namespace, an address outside the cluster. */
export interface Endpoint {
  name: string;
  ip: string;
  namespace?: string;
  namespaceLabels?: Labels;
  labels?: Labels;
  namedPorts?: Record<string, number>;
}

interface Connection {
  to: Endpoint;
  port: number;
  protocol: 'TCP' | 'UDP';
}

export type Policy = INetworkPolicy & Manifest;

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      throw new Error(`unknown operator ${operator}`);
    })
  );
}

function isInCidr(ip: string, cidr: string): boolean {
  const [network = '', prefix = ''] = cidr.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

function matchesPeer(peer: INetworkPolicyPeer, endpoint: Endpoint, policyNamespace: string | undefined): boolean {
  const { ipBlock, namespaceSelector, podSelector } = peer;
  // Network plugins differ in whether an address block includes pods; assumes that it does.
  if (ipBlock)
    return isInCidr(endpoint.ip, ipBlock.cidr) && !ipBlock.except?.some((cidr) => isInCidr(endpoint.ip, cidr));
  if (endpoint.namespace === undefined) return false;
  const isInNamespace = namespaceSelector
    ? selects(namespaceSelector as Selector, endpoint.namespaceLabels ?? {})
    : endpoint.namespace === policyNamespace;
  return isInNamespace && (!podSelector || selects(podSelector as Selector, endpoint.labels ?? {}));
}

function matchesPort(rule: INetworkPolicyPort, { to, port, protocol }: Connection): boolean {
  if ((rule.protocol ?? 'TCP') !== protocol) return false;
  if (rule.port === undefined) return true;
  const first = typeof rule.port === 'number' ? rule.port : to.namedPorts?.[rule.port];
  return first !== undefined && port >= first && port <= (rule.endPort ?? first);
}

const allOrOneOf = <T>(items: T[] | undefined, matches: (item: T) => boolean) =>
  !items || items.length === 0 || items.some(matches);

type Filter = (connection: Connection) => boolean;

/** Returns whether the policies of `pod` allow a connection from (Ingress) or to (Egress) `peer`. */
function filterOf(policies: Policy[], pod: Endpoint, peer: Endpoint, direction: 'Ingress' | 'Egress'): Filter {
  const selecting = policies.filter(({ metadata, spec }) => {
    const types = spec?.policyTypes ?? ['Ingress', ...(spec?.egress ? ['Egress'] : [])];
    return (
      metadata.namespace === pod.namespace &&
      types.includes(direction) &&
      selects((spec?.podSelector ?? {}) as Selector, pod.labels ?? {})
    );
  });
  if (pod.namespace === undefined || selecting.length === 0) return () => true;
  const rules = selecting.flatMap(({ metadata, spec }) => {
    const all =
      direction === 'Ingress'
        ? (spec?.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
        : (spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }));
    return all.filter(({ peers }) => allOrOneOf(peers, (each) => matchesPeer(each, peer, metadata.namespace)));
  });
  return (connection) => rules.some(({ ports }) => allOrOneOf(ports, (each) => matchesPort(each, connection)));
}

/**
 * Returns the connections to `ports` that network policies allow from or to `namespace`, as `web -> gateway TCP 4300`.
 * One from an endpoint to itself stands for one between two replicas.
 */
export function reachability(policies: Policy[], namespace: string, endpoints: Endpoint[], ports: number[]): string[] {
  const open: string[] = [];
  for (const from of endpoints) {
    for (const to of endpoints) {
      if (from.namespace !== namespace && to.namespace !== namespace) continue;
      const isSent = filterOf(policies, from, to, 'Egress');
      const isReceived = filterOf(policies, to, from, 'Ingress');
      for (const port of ports) {
        for (const protocol of ['TCP', 'UDP'] as const) {
          const connection = { to, port, protocol };
          if (isSent(connection) && isReceived(connection)) open.push(`${from.name} -> ${to.name} ${protocol} ${port}`);
        }
      }
    }
  }
  return open;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '@docfolio/local/workspace';
import { describeRendered, renderWith } from './kustomize.js';
import { manifestRules } from './manifest-rules.js';
import type { Manifest } from './manifests.js';
import { schemaProblems } from './schema.js';

interface ScaledObject extends Manifest {
  spec: {
    minReplicaCount: number;
    maxReplicaCount: number;
    triggers: { type: string; metadata: { listName: string }; authenticationRef: { name: string } }[];
  };
}

/** Returns the queues with workers in a service (libs/service-kit: submissions, events, jobs). */
function queuesOf(service: string): string[] {
  const source = join(findRoot(), 'services', service, 'src');
  const jobs = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.jobs.ts'))
    .flatMap((path) => [...readFileSync(join(source, path), 'utf8').matchAll(/defineJob\(\s*'([a-z-]+)'/g)])
    .map(([, name]) => `jobs-${name}`);
  return [`submissions-${service}`, `events-${service}`, ...jobs];
}

describeRendered('k8s/components/keda on the production overlay', () => {
  let manifests: Manifest[];

  beforeAll(() => {
    manifests = renderWith('keda');
  });

  const scaledObjects = () => manifests.filter(({ kind }) => kind === 'ScaledObject') as ScaledObject[];

  it('renders valid documents and breaks no rule', () => {
    expect(manifests.flatMap(schemaProblems)).toEqual([]);
    expect(Object.values(manifestRules).flatMap((rule) => rule(manifests))).toEqual([]);
  });

  it('scales leads and notifications to two or more replicas', () => {
    expect(
      scaledObjects()
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(['leads', 'notifications']);
    for (const { spec } of scaledObjects()) {
      expect(spec.minReplicaCount).toBe(2);
      expect(spec.maxReplicaCount).toBeGreaterThan(2);
    }
  });

  it('scales by the waiting lists of the service’s own queues', () => {
    for (const { metadata, spec } of scaledObjects()) {
      const lists = queuesOf(metadata.name).map((queue) => `bull:${queue}:wait`);
      expect(spec.triggers.length).toBeGreaterThan(0);
      for (const { type, metadata: trigger, authenticationRef } of spec.triggers) {
        expect(type).toBe('redis');
        expect(lists).toContain(trigger.listName);
        expect(authenticationRef.name).toBe('redis');
      }
    }
  });
});

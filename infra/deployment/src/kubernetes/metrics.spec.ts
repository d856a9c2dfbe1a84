import { processes } from '@docfolio/local/processes';
import { describeRendered, renderWith } from './kustomize.js';
import { manifestRules } from './manifest-rules.js';
import { type Manifest, workloads } from './manifests.js';
import { selects } from './reachability.js';
import { schemaProblems } from './schema.js';

interface PodMonitor extends Manifest {
  spec: { selector: Parameters<typeof selects>[0]; podMetricsEndpoints: { port: string; path: string }[] };
}

describeRendered('k8s/components/metrics on the production overlay', () => {
  let manifests: Manifest[];

  beforeAll(() => {
    manifests = renderWith('metrics');
  });

  it('renders valid documents and breaks no rule', () => {
    expect(manifests.flatMap(schemaProblems)).toEqual([]);
    expect(Object.values(manifestRules).flatMap((rule) => rule(manifests))).toEqual([]);
  });

  it('scrapes each process, and no other pod, on a port that it has', () => {
    const monitor = manifests.find(({ kind }) => kind === 'PodMonitor') as PodMonitor;
    const selected = workloads(manifests).filter(({ podLabels }) => selects(monitor.spec.selector, podLabels));
    expect(selected.map(({ name }) => name).sort()).toEqual(processes.map(({ name }) => name).sort());
    const [{ port, path } = { port: '', path: '' }] = monitor.spec.podMetricsEndpoints;
    expect(path).toBe('/metrics');
    for (const { container } of selected) expect(container.ports?.map(({ name }) => name)).toContain(port);
  });
});

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findRoot } from '@docfolio/local/workspace';
import type { IJobSpec } from 'kubernetes-models/batch/v1/JobSpec';
import { describeRendered, render } from './kustomize.js';
import { type Manifest, ofKind, workloads } from './manifests.js';
import { type Policy, reachability } from './reachability.js';
import { schemaProblems } from './schema.js';
import { security } from './workload-rules.js';

describeRendered('k8s/components/backup on the production overlay', () => {
  let folder: string;
  let manifests: Manifest[];

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'docfolio-backup-')));
    const k8s = relative(folder, join(realpathSync(findRoot()), 'k8s'));
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: docfolio
resources: [${k8s}/overlays/production]
components: [${k8s}/components/backup]
configMapGenerator:
  - name: backup-settings
    literals: [BACKUP_RECIPIENT=age1example, BACKUP_TO=s3://bucket]
`,
    );
    manifests = render(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The Job that the CronJob makes. */
  function job() {
    const { metadata, spec } = manifests.find(({ kind }) => kind === 'CronJob') as Manifest & {
      spec: { jobTemplate: { spec: IJobSpec } };
    };
    const made = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: spec.jobTemplate.spec };
    return { made, workload: workloads([made as Manifest])[0]! };
  }

  it('renders valid documents, and pods as restricted as all others', () => {
    expect(manifests.flatMap(schemaProblems)).toEqual([]);
    expect(schemaProblems(job().made as Manifest)).toEqual([]);
    expect(security(job().workload)).toEqual([]);
    expect(job().workload.container.resources?.limits?.memory).toBeDefined();
  });

  it('takes its settings from a ConfigMap of the overlay, and every secret as a file', () => {
    const { container, pod } = job().workload;
    const settings = ofKind(manifests, 'ConfigMap').find(({ metadata }) =>
      metadata.name.startsWith('backup-settings'),
    )!;
    expect(settings.data).toMatchObject({ BACKUP_RECIPIENT: 'age1example' });
    expect(container.envFrom?.map(({ configMapRef }) => configMapRef?.name)).toContain(settings.metadata.name);
    const files = container.env?.map(({ name, value }) => [name, value]) ?? [];
    expect(files.map(([name]) => name)).toEqual(
      ['REDIS_URL', 'MONGODB_URI', 'JWT_SECRET', 'BYTES_SECRET', 'LINK_SECRET', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY']
        .concat('BACKUP_S3_ACCESS_KEY', 'BACKUP_S3_SECRET_KEY')
        .map((name) => `${name}_FILE`),
    );
    expect(pod.volumes?.map(({ secret }) => secret?.secretName)).toContain('backup-secrets');
  });

  it('reaches the stores, and nothing else', () => {
    const { podLabels } = job().workload;
    const namespaceLabels = { 'kubernetes.io/metadata.name': 'docfolio' };
    const pod = { name: 'backup', ip: '10.244.1.1', namespace: 'docfolio', namespaceLabels, labels: podLabels };
    const others = [
      { name: 'redis', ip: '192.0.2.1' },
      { name: 'mongodb', ip: '192.0.2.65' },
      { name: 's3', ip: '192.0.2.129' },
      { name: 'smtp', ip: '192.0.2.193' },
      { name: 'internet', ip: '203.0.113.9' },
    ];
    const policies = ofKind(manifests, 'NetworkPolicy') as Policy[];
    const reached = reachability(policies, 'docfolio', [pod, ...others], [25, 443, 4300, 6379, 27_017]);
    expect(reached.filter((row) => row.startsWith('backup ')).sort()).toEqual([
      'backup -> mongodb TCP 27017',
      'backup -> redis TCP 6379',
      'backup -> s3 TCP 443',
    ]);
  });
});

import { manifestRules } from './manifest-rules.js';
import { type Manifest, parseManifests, type Workload, workloads } from './manifests.js';
import * as rules from './workload-rules.js';

const validManifests = `
apiVersion: v1
kind: Namespace
metadata: { name: ours, labels: { pod-security.kubernetes.io/enforce: restricted } }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: leads, namespace: ours }
automountServiceAccountToken: false
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: ours }
data: { DRAIN_SECONDS: '10', GATEWAY_URL: http://gateway:4300 }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: leads
  namespace: ours
  labels: &labels
    app.kubernetes.io/name: leads
    app.kubernetes.io/instance: docfolio
    app.kubernetes.io/version: '1.0'
    app.kubernetes.io/component: service
    app.kubernetes.io/part-of: docfolio
    app.kubernetes.io/managed-by: kustomize
spec:
  selector: { matchLabels: { app.kubernetes.io/name: leads } }
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  template:
    metadata: { labels: *labels }
    spec:
      serviceAccountName: leads
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 30
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: RuntimeDefault } }
      topologySpreadConstraints:
        - &spread
          topologyKey: kubernetes.io/hostname
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          labelSelector: { matchLabels: { app.kubernetes.io/part-of: docfolio } }
          matchLabelKeys: [app.kubernetes.io/name]
        - <<: *spread
          topologyKey: topology.kubernetes.io/zone
      containers:
        - name: app
          image: registry.example:5000/docfolio/leads:1.0
          env: [{ name: REDIS_URL_FILE, value: /run/secrets/REDIS_URL }]
          envFrom: [{ configMapRef: { name: settings } }]
          ports: [{ name: internal, containerPort: 9000 }, { name: bytes, containerPort: 9001 }]
          startupProbe: { httpGet: { path: /healthz, port: internal } }
          livenessProbe: { httpGet: { path: /healthz, port: 9000 } }
          readinessProbe: { httpGet: { path: '/readyz?exclude=mongodb&exclude=redis&exclude=rpc&exclude=objects', port: internal } }
          resources: { requests: { cpu: 100m, memory: 160Mi }, limits: { memory: 1Gi } }
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts: [{ name: tmp, mountPath: /tmp }, { name: secrets, mountPath: /run/secrets, readOnly: true }]
      volumes: [{ name: tmp, emptyDir: { sizeLimit: 64Mi } }, { name: secrets, secret: { secretName: leads-secrets } }]
---
apiVersion: v1
kind: Service
metadata: { name: leads, namespace: ours }
spec: { selector: { app.kubernetes.io/name: leads }, ports: [{ port: 9001, targetPort: bytes }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: leads, namespace: ours }
spec: { maxUnavailable: 1, selector: { matchLabels: { app.kubernetes.io/name: leads } } }
---
apiVersion: batch/v1
kind: Job
metadata: { name: migrate, namespace: ours }
spec:
  ttlSecondsAfterFinished: 300
  backoffLimit: 10
  activeDeadlineSeconds: 1800
  template: { spec: { serviceAccountName: leads, restartPolicy: OnFailure, containers: [{ name: app }] } }
`;

function problemsAfter(from: string, to: string): string[] {
  if (!validManifests.includes(from)) throw new Error(`nothing to replace: ${from}`);
  const manifests: Manifest[] = parseManifests(validManifests.replace(from, to));
  const leads = workloads(manifests).find(({ name }) => name === 'leads') as Workload;
  return [
    ...Object.values(manifestRules).flatMap((rule) => rule(manifests)),
    ...[
      rules.probes,
      rules.security,
      rules.isolation,
      rules.resources,
      rules.spread,
      rules.labels,
      rules.secrets,
    ].flatMap((rule) => rule(leads)),
    ...rules.drain(leads, { DRAIN_SECONDS: '10' }),
    ...rules.scratch(leads, 64),
    ...rules.image(leads, 'leads'),
  ];
}

it('the rules report nothing for correct manifests', () => {
  expect(problemsAfter('leads', 'leads')).toEqual([]);
});

it.each([
  ['startupProbe: {', 'ignored: {', 'no startupProbe over HTTP'],
  [
    '&exclude=redis',
    '',
    'readinessProbe requests /readyz?exclude=mongodb&exclude=rpc&exclude=objects instead of /readyz?exclude=mongodb&exclude=redis&exclude=rpc&exclude=objects',
  ],
  ['path: /healthz, port: 9000', 'path: /healthz, port: bytes', 'livenessProbe requests port 9001 instead of 9000'],
  ['path: /healthz, port: 9000', 'path: /readyz, port: 9000', 'livenessProbe requests /readyz instead of /healthz'],
  ['runAsNonRoot: true', 'runAsNonRoot: false', 'may run as root'],
  ['runAsUser: 1000', 'runAsUser: 0', 'does not run as user 1000'],
  ['RuntimeDefault', 'Unconfined', 'has no seccomp profile'],
  ['allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true', 'may escalate privileges'],
  ['readOnlyRootFilesystem: true, ', '', 'may write to its root'],
  ['drop: [ALL]', 'drop: [NET_RAW]', 'does not drop all capabilities'],
  ['drop: [ALL]', 'drop: [ALL], add: [NET_BIND_SERVICE]', 'does not drop all capabilities'],
  ['emptyDir: { sizeLimit: 64Mi }', 'hostPath: { path: /tmp }', 'mounts a folder of its node'],
  ['      automountServiceAccountToken: false\n', '', 'mounts a service-account token'],
  ['\nautomountServiceAccountToken: false', '', 'the service account of leads offers its token'],
  ['enableServiceLinks: false', 'enableServiceLinks: true', 'gets variables about other Services'],
  ['cpu: 100m, ', '', 'requests no CPU'],
  ['limits: { memory: 1Gi }', 'limits: { memory: 128Mi }', 'has no memory request below a limit'],
  [', limits: { memory: 1Gi }', '', 'has no memory request below a limit'],
  ['terminationGracePeriodSeconds: 30', 'terminationGracePeriodSeconds: 20', '10 s and 15 s exceed 20 s of grace'],
  ['sizeLimit: 64Mi', 'medium: Memory', '/tmp has no 64 MiB limit'],
  ['          topologyKey: topology.kubernetes.io/zone', '', 'is not spread over topology.kubernetes.io/zone'],
  ['matchLabelKeys: [app.kubernetes.io/name]', 'matchLabelKeys: []', 'counts other pods over kubernetes.io/hostname'],
  ['    app.kubernetes.io/component: service\n', '', 'has no label app.kubernetes.io/component'],
  ['env: [', 'env: [{ name: JWT_SECRET, value: abc }, ', 'has JWT_SECRET in its environment'],
  [
    'env: [',
    'env: [{ name: A, valueFrom: { secretKeyRef: { name: a, key: b } } }, ',
    'reads A from a Secret into its environment',
  ],
  ['envFrom: [', 'envFrom: [{ secretRef: { name: a } }, ', 'reads a whole Secret into its environment'],
  ['value: /run/secrets/REDIS_URL', 'value: /tmp/REDIS_URL', 'REDIS_URL_FILE is no mounted secret'],
  ['mountPath: /run/secrets, readOnly: true', 'mountPath: /run/secrets', 'mounts its secrets writable'],
  ['docfolio/leads:1.0', 'docfolio/content:1.0', 'runs registry.example:5000/docfolio/content'],
  ['docfolio/leads:1.0', 'docfolio/leads:1.1', 'runs 1.1, which its version label does not say'],
  ['enforce: restricted', 'enforce: baseline', 'ours does not enforce Pod Security restricted'],
  [
    'name: settings, namespace: ours',
    'name: settings, namespace: default',
    'ConfigMap settings is in namespace default',
  ],
  ['maxUnavailable: 0', 'maxUnavailable: 1', 'leads may have fewer pods during an update'],
  ['spec: { maxUnavailable: 1', 'spec: { minAvailable: 1', 'the budget of leads is not maxUnavailable 1'],
  [
    'selector: { matchLabels: { app.kubernetes.io/name: leads } } }',
    'selector: { matchLabels: { app: x } } }',
    'leads has 0 disruption budgets',
  ],
  ['targetPort: bytes', 'targetPort: internal', 'Service leads publishes the internal port'],
  ['targetPort: bytes', 'targetPort: http', 'Service leads names port http, which no container listens on'],
  [
    'spec: { selector: { app.kubernetes.io/name: leads }',
    'spec: { selector: { app: leads }',
    'Service leads selects 0 workloads',
  ],
  [
    'configMapRef: { name: settings }',
    'configMapRef: { name: other }',
    'leads reads ConfigMap other, which does not exist',
  ],
  [
    'GATEWAY_URL: http://gateway',
    'GATEWAY_URL: http://a:b@gateway',
    'ConfigMap settings contains the secret GATEWAY_URL',
  ],
  ['  ttlSecondsAfterFinished: 300\n', '', 'Job migrate stays when it is finished'],
  ['restartPolicy: OnFailure', 'restartPolicy: Never', 'Job migrate is not retried in place'],
])('when %j is replaced by %j, the rules report: %s', (from, to, problem) => {
  expect(problemsAfter(from, to)).toContain(problem);
});

it('the rules report an autoscaler whose Deployment sets the number of replicas', () => {
  const manifests = parseManifests(`${validManifests.replace('  strategy:', '  replicas: 2\n  strategy:')}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: leads, namespace: ours }
spec: { scaleTargetRef: { kind: Deployment, name: leads }, minReplicas: 2 }
`);
  expect(Object.values(manifestRules).flatMap((rule) => rule(manifests))).toEqual([
    'leads has an autoscaler and a number of replicas',
  ]);
});

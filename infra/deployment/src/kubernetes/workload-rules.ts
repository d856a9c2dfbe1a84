import type { Workload } from './manifests.js';
import { portNumber } from './manifests.js';
import { secretVariableNames } from './secret-keys.js';

/** Seconds within which a process exits after its drain. */
const finishSeconds = 15;

export const internalPort = 9000;
export const secretsFolder = '/run/secrets';

const recommendedLabels = ['name', 'instance', 'version', 'component', 'part-of', 'managed-by'].map(
  (label) => `app.kubernetes.io/${label}`,
);

const mebibytesPerUnit = { Mi: 1, Gi: 1024 } as const;

/** Converts a quantity such as `384Mi` or `2Gi` to MiB; NaN for other units and undefined. */
export function mebibytes(quantity: string | number | undefined): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(String(quantity)) ?? [];
  return unit ? Number(amount) * mebibytesPerUnit[unit as keyof typeof mebibytesPerUnit] : Number.NaN;
}

/** Readiness ignores shared dependencies: an outage of one must not take every replica out of service. */
const readinessPath = '/readyz?exclude=mongodb&exclude=redis&exclude=rpc&exclude=objects';

export function probes({ container }: Workload): string[] {
  const expected = { startupProbe: '/healthz', livenessProbe: '/healthz', readinessProbe: readinessPath } as const;
  return Object.entries(expected).flatMap(([name, path]) => {
    const http = container[name as keyof typeof expected]?.httpGet;
    if (!http) return [`no ${name} over HTTP`];
    const port = portNumber(container, http.port);
    return [
      ...(http.path === path ? [] : [`${name} requests ${http.path} instead of ${path}`]),
      ...(port === internalPort ? [] : [`${name} requests port ${port} instead of ${internalPort}`]),
    ];
  });
}

/** Reports violations of Pod Security `restricted`, a writable root, and processes with another user than 1000. */
export function security({ kind, pod, container }: Workload): string[] {
  const { securityContext: context } = container;
  const onlyForProcesses = kind !== 'StatefulSet';
  return [
    ...(pod.securityContext?.runAsNonRoot ? [] : ['may run as root']),
    ...(onlyForProcesses && pod.securityContext?.runAsUser !== 1000 ? ['does not run as user 1000'] : []),
    ...(pod.securityContext?.runAsUser ? [] : ['names no user']),
    ...(pod.securityContext?.seccompProfile?.type === 'RuntimeDefault' ? [] : ['has no seccomp profile']),
    ...(context?.allowPrivilegeEscalation === false ? [] : ['may escalate privileges']),
    ...(context?.readOnlyRootFilesystem ? [] : ['may write to its root']),
    ...(context?.capabilities?.drop?.includes('ALL') && !context.capabilities.add
      ? []
      : ['does not drop all capabilities']),
    ...(context?.privileged || context?.runAsUser === 0 ? ['is privileged'] : []),
    ...(pod.hostNetwork || pod.hostPID || pod.hostIPC ? ['shares a namespace with its node'] : []),
    ...(pod.volumes?.some(({ hostPath }) => hostPath) ? ['mounts a folder of its node'] : []),
  ];
}

export const isolation = ({ pod }: Workload): string[] => [
  ...(pod.automountServiceAccountToken === false ? [] : ['mounts a service-account token']),
  ...(pod.serviceAccountName && pod.serviceAccountName !== 'default' ? [] : ['has no service account of its own']),
  ...(pod.enableServiceLinks === false ? [] : ['gets variables about other Services']),
];

export function resources({ container }: Workload): string[] {
  const { requests = {}, limits = {} } = container.resources ?? {};
  return [
    ...(requests.cpu ? [] : ['requests no CPU']),
    ...(limits.cpu ? ['has a CPU limit'] : []),
    // False for missing and invalid quantities, which are NaN.
    ...(mebibytes(requests.memory) <= mebibytes(limits.memory) ? [] : ['has no memory request below a limit']),
  ];
}

/** Reports a drain below 5 s, a grace period too short for drain and exit, and a preStop hook. */
export function drain({ pod, container }: Workload, environment: Record<string, string>): string[] {
  const seconds = Number(environment.DRAIN_SECONDS);
  const grace = pod.terminationGracePeriodSeconds ?? 30;
  return [
    ...(seconds >= 5 ? [] : ['drains for less than 5 s: endpoints lag by seconds']),
    ...(seconds + finishSeconds <= grace ? [] : [`${seconds} s and ${finishSeconds} s exceed ${grace} s of grace`]),
    ...(container.lifecycle?.preStop ? ['sleeps before it drains'] : []),
  ];
}

export function scratch({ pod, container }: Workload, leastMebibytes: number): string[] {
  const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === '/tmp');
  const volume = pod.volumes?.find(({ name }) => name === mount?.name);
  return mebibytes(volume?.emptyDir?.sizeLimit) >= leastMebibytes ? [] : [`/tmp has no ${leastMebibytes} MiB limit`];
}

export function spread({ pod, podLabels }: Workload): string[] {
  return ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].flatMap((topology) => {
    const constraint = pod.topologySpreadConstraints?.find(({ topologyKey }) => topologyKey === topology);
    if (!constraint) return [`is not spread over ${topology}`];
    const labels = Object.entries((constraint.labelSelector?.matchLabels ?? {}) as Record<string, string>);
    const isOwn = labels.length > 0 && labels.every(([key, value]) => podLabels[key] === value);
    const keys = constraint.matchLabelKeys ?? [];
    // Otherwise pods of all processes would be counted together.
    const isPerProcess = [...labels.map(([key]) => key), ...keys].includes('app.kubernetes.io/name');
    return isOwn && isPerProcess ? [] : [`counts other pods over ${topology}`];
  });
}

export const labels = ({ labels: own, podLabels }: Workload): string[] =>
  recommendedLabels.flatMap((label) => (own[label] && podLabels[label] ? [] : [`has no label ${label}`]));

/** Reports secrets in environment variables, secrets mounted writable, and more than one mounted Secret. */
export function secrets({ pod, container }: Workload): string[] {
  const variables = container.env ?? [];
  const mounted = container.volumeMounts?.find(({ mountPath }) => mountPath === secretsFolder);
  return [
    ...variables.flatMap(({ name, value, valueFrom }) => [
      ...(secretVariableNames.includes(name) ? [`has ${name} in its environment`] : []),
      ...(valueFrom?.secretKeyRef ? [`reads ${name} from a Secret into its environment`] : []),
      ...(name.endsWith('_FILE') && !value?.startsWith(`${secretsFolder}/`) ? [`${name} is no mounted secret`] : []),
    ]),
    ...(container.envFrom?.some(({ secretRef }) => secretRef) ? ['reads a whole Secret into its environment'] : []),
    ...(mounted && !mounted.readOnly ? ['mounts its secrets writable'] : []),
    ...((pod.volumes ?? []).filter(({ secret }) => secret).length > 1 ? ['mounts more than one Secret'] : []),
  ];
}

/** Reports an image not named after its process (except StatefulSets), or whose tag differs from the version label. */
export function image({ container, podLabels, kind }: Workload, name: string): string[] {
  const [path = '', tag = 'latest'] = (container.image ?? '').split(/:(?=[^/]*$)/);
  return [
    ...(kind === 'StatefulSet' || path.endsWith(`docfolio/${name}`) ? [] : [`runs ${path}`]),
    ...(tag === podLabels['app.kubernetes.io/version'] ? [] : [`runs ${tag}, which its version label does not say`]),
  ];
}

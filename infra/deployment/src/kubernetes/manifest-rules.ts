import { type Manifest, matchesLabels, ofKind, portNumber, workloads } from './manifests.js';
import { secretVariableNames } from './secret-keys.js';

const clusterScopedKinds = ['Namespace'];

export function namespaces(manifests: Manifest[]): string[] {
  const [namespace, ...others] = ofKind(manifests, 'Namespace');
  if (!namespace || others.length > 0) return ['has not exactly one namespace'];
  const enforced = namespace.metadata.labels?.['pod-security.kubernetes.io/enforce'];
  return [
    ...(enforced === 'restricted' ? [] : [`${namespace.metadata.name} does not enforce Pod Security restricted`]),
    ...manifests
      .filter(
        ({ kind, metadata }) => !clusterScopedKinds.includes(kind) && metadata.namespace !== namespace.metadata.name,
      )
      .map(({ kind, metadata }) => `${kind} ${metadata.name} is in namespace ${metadata.namespace}`),
  ];
}

export const rollouts = (manifests: Manifest[]): string[] =>
  ofKind(manifests, 'Deployment').flatMap(({ metadata, spec }) => {
    const { type, rollingUpdate } = spec?.strategy ?? {};
    const isSafe = type === 'RollingUpdate' && rollingUpdate?.maxUnavailable === 0 && rollingUpdate.maxSurge !== 0;
    return isSafe ? [] : [`${metadata.name} may have fewer pods during an update`];
  });

export const disruptionBudgets = (manifests: Manifest[]): string[] =>
  workloads(manifests)
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ name, podLabels }) => {
      const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) =>
        matchesLabels(spec?.selector?.matchLabels as Record<string, string>, podLabels),
      );
      if (budgets.length !== 1) return [`${name} has ${budgets.length} disruption budgets`];
      return budgets[0]?.spec?.maxUnavailable === 1 ? [] : [`the budget of ${name} is not maxUnavailable 1`];
    });

/** Reports Services that do not select one workload, publish the internal port, or name one without a listener. */
export const services = (manifests: Manifest[]): string[] =>
  ofKind(manifests, 'Service').flatMap(({ metadata, spec }) => {
    const found = workloads(manifests).filter(({ podLabels }) =>
      matchesLabels(spec?.selector as Record<string, string>, podLabels),
    );
    if (found.length !== 1) return [`Service ${metadata.name} selects ${found.length} workloads`];
    return (spec?.ports ?? []).flatMap(({ port, targetPort }) => {
      const number = portNumber(found[0]!.container, targetPort ?? port);
      const isListening = found[0]!.container.ports?.some(({ containerPort }) => containerPort === number);
      if (targetPort === 'internal') return [`Service ${metadata.name} publishes the internal port`];
      return isListening ? [] : [`Service ${metadata.name} names port ${targetPort}, which no container listens on`];
    });
  });

/** Reports Deployments and StatefulSets that do not select their own pods, and service accounts that offer a token. */
export const owners = (manifests: Manifest[]): string[] => {
  const accounts = ofKind(manifests, 'ServiceAccount');
  const selectors = [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'StatefulSet')].flatMap(
    ({ metadata, spec }) =>
      matchesLabels(
        spec?.selector.matchLabels as Record<string, string>,
        (spec?.template?.metadata?.labels ?? {}) as Record<string, string>,
      )
        ? []
        : [`${metadata.name} does not select its own pods`],
  );
  const tokens = workloads(manifests).flatMap(({ name, pod }) => {
    const account = accounts.find(({ metadata }) => metadata.name === pod.serviceAccountName);
    return account?.automountServiceAccountToken === false ? [] : [`the service account of ${name} offers its token`];
  });
  return [...selectors, ...tokens];
};

/** Reports ConfigMaps that are read but missing, and those with a secret or a password in a URL. */
export const configMaps = (manifests: Manifest[]): string[] => {
  const maps = ofKind(manifests, 'ConfigMap');
  const missing = workloads(manifests).flatMap(({ name, container }) =>
    (container.envFrom ?? [])
      .filter(({ configMapRef }) => !maps.some(({ metadata }) => metadata.name === configMapRef?.name))
      .map(({ configMapRef }) => `${name} reads ConfigMap ${configMapRef?.name}, which does not exist`),
  );
  const exposed = maps.flatMap(({ metadata, data = {} }) =>
    Object.entries(data as Record<string, string>)
      .filter(([key, value]) => secretVariableNames.includes(key) || /:\/\/[^/]*:[^/]*@/.test(value))
      .map(([key]) => `ConfigMap ${metadata.name} contains the secret ${key}`),
  );
  return [...missing, ...exposed];
};

/** Reports Jobs without a TTL (an existing Job blocks the next apply), without a deadline, or not retried in place. */
export const jobs = (manifests: Manifest[]): string[] =>
  ofKind(manifests, 'Job').flatMap(({ metadata, spec }) => [
    ...(spec?.ttlSecondsAfterFinished ? [] : [`Job ${metadata.name} stays when it is finished`]),
    ...(spec?.activeDeadlineSeconds && spec.backoffLimit ? [] : [`Job ${metadata.name} has no end`]),
    ...(spec?.template?.spec?.restartPolicy === 'OnFailure' ? [] : [`Job ${metadata.name} is not retried in place`]),
  ]);

/** Reports autoscalers without a Deployment, and Deployments with a fixed `replicas`, which would undo the scaling. */
export const autoscalers = (manifests: Manifest[]): string[] => {
  const kedaTargets = manifests
    .filter(({ kind }) => kind === 'ScaledObject')
    .map(({ spec }) => (spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name);
  const targets = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec?.scaleTargetRef.name ?? '');
  return [...kedaTargets, ...targets].flatMap((name) => {
    const deployment = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === name);
    if (!deployment) return [`an autoscaler scales ${name}, which does not exist`];
    return deployment.spec?.replicas === undefined ? [] : [`${name} has an autoscaler and a number of replicas`];
  });
};

export const replicas = (manifests: Manifest[]): Record<string, number> =>
  Object.fromEntries(
    ofKind(manifests, 'Deployment').map(({ metadata, spec }) => {
      const scaler = ofKind(manifests, 'HorizontalPodAutoscaler').find(
        (each) => each.spec?.scaleTargetRef.name === metadata.name,
      );
      return [metadata.name, scaler?.spec?.minReplicas ?? spec?.replicas ?? 1];
    }),
  );

/** Rules about a whole set of manifests, keyed by test name. Each returns one line per problem. */
export const manifestRules: Record<string, (manifests: Manifest[]) => string[]> = {
  'has one namespace that enforces Pod Security restricted, with everything in it': namespaces,
  'never has fewer pods during an update': rollouts,
  'lets a node drain take one pod of a process at a time': disruptionBudgets,
  'has Services that find their pods and not the internal port': services,
  'has selectors that match and service accounts without tokens': owners,
  'has every ConfigMap that is read, and no secret in one': configMaps,
  'has Jobs that can run again': jobs,
  'has autoscalers that no fixed number of replicas undoes': autoscalers,
};

import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { INamespace } from 'kubernetes-models/v1/Namespace';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';
import type { IServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { parseAllDocuments } from 'yaml';

export type Labels = Record<string, string>;

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels };
  spec?: unknown;
}

interface Kinds {
  ConfigMap: IConfigMap;
  Deployment: IDeployment;
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  Ingress: IIngress;
  Job: IJob;
  Namespace: INamespace;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
  Secret: ISecret;
  Service: IService;
  ServiceAccount: IServiceAccount;
  StatefulSet: IStatefulSet;
}

export interface Workload {
  kind: 'Deployment' | 'StatefulSet' | 'Job';
  name: string;
  labels: Labels;
  podLabels: Labels;
  pod: IPodSpec;
  container: IContainer;
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.contents === null ? [] : [withoutLineBreaks(document.toJS() as Manifest)];
  });
}

/** Removes kustomize's line breaks in base64 values, which API servers ignore and the schema rejects. */
function withoutLineBreaks(manifest: Manifest & { data?: Labels }): Manifest {
  if (manifest.kind !== 'Secret') return manifest;
  const entries = Object.entries(manifest.data ?? {}).map(([key, value]) => [key, value.replaceAll('\n', '')]);
  return { ...manifest, data: Object.fromEntries(entries) } as Manifest;
}

export function ofKind<K extends keyof Kinds>(manifests: Manifest[], kind: K): (Kinds[K] & Manifest)[] {
  return manifests.filter((each) => each.kind === kind) as (Kinds[K] & Manifest)[];
}

/** Returns all Deployments, StatefulSets and Jobs. @throws Error if one does not have exactly one container */
export function workloads(manifests: Manifest[]): Workload[] {
  return (['Deployment', 'StatefulSet', 'Job'] as const).flatMap((kind) =>
    ofKind(manifests, kind).map(({ metadata, spec }) => {
      const template = spec?.template;
      const [container, ...others] = template?.spec?.containers ?? [];
      if (!template?.spec || !container || others.length > 0)
        throw new Error(`${kind} ${metadata.name}: one container`);
      return {
        kind,
        name: metadata.name,
        labels: metadata.labels ?? {},
        podLabels: (template.metadata?.labels ?? {}) as Labels,
        pod: template.spec,
        container,
      };
    }),
  );
}

export const deployments = (manifests: Manifest[]): Workload[] =>
  workloads(manifests).filter(({ kind }) => kind === 'Deployment');

/** Returns the number of a port that is given by name or number; undefined for an unknown name. */
export function portNumber(container: IContainer, port: string | number | undefined): number | undefined {
  return typeof port === 'number' ? port : container.ports?.find(({ name }) => name === port)?.containerPort;
}

export const matchesLabels = (selector: Labels | undefined, labels: Labels): boolean =>
  Object.entries(selector ?? {}).every(([key, value]) => labels[key] === value);

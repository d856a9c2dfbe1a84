import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import type { Manifest } from './manifests.js';

interface Model {
  prototype: { validate(this: object): void };
}

const apiGroups: Record<string, object> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': monitoring,
};

type Path = string;

/** Returns a proxy of `value` that adds the path of each property read through it to `read`. */
function recorded<T extends object>(value: T, path: Path, read: Set<Path>): T {
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key);
      if (typeof key !== 'string') return found;
      read.add(`${path}/${key}`);
      return typeof found === 'object' && found !== null ? recorded(found, `${path}/${key}`, read) : found;
    },
  });
}

function unread(value: unknown, path: Path, read: Set<Path>): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const innerPath = `${path}/${key}`;
    return read.has(innerPath) ? unread(inner, innerPath, read) : [innerPath];
  });
}

/**
 * Validates a document against the schema of its kind. The generated validators ignore unknown fields but read all
 * known ones, so fields that they do not read are unknown. @returns one line per problem, with the field's path
 */
export function schemaProblems(manifest: Manifest): string[] {
  const title = `${manifest.kind} ${manifest.metadata?.name}`;
  const model = (apiGroups[manifest.apiVersion] as Record<string, Model> | undefined)?.[manifest.kind];
  if (!model) return [`${title}: unknown kind in ${manifest.apiVersion}`];
  const read = new Set<Path>();
  const problems: string[] = [];
  try {
    model.prototype.validate.call(recorded(manifest, '', read));
  } catch (error) {
    problems.push(`${title}: ${(error as Error).message}`);
  }
  return [...problems, ...unread(manifest, '', read).map((path) => `${title}: unknown field ${path}`)];
}

import { type Manifest, ofKind, type Workload } from './manifests.js';
import { secretsFolder } from './workload-rules.js';

/** Returns a container's environment variables, including those of its ConfigMaps. */
export function environmentOf({ container }: Workload, manifests: Manifest[]): Record<string, string> {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) =>
    ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef?.name),
  );
  const own = (container.env ?? []).map(({ name, value = '' }) => [name, value]);
  return Object.assign({}, ...maps.map((map) => map?.data ?? {}), Object.fromEntries(own));
}

export function secretNameOf({ pod, container }: Workload): string | undefined {
  const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === secretsFolder);
  return pod.volumes?.find(({ name }) => name === mount?.name)?.secret?.secretName;
}

/** Returns the secrets that a workload reads; `REDIS_URL_FILE=/run/secrets/key` is variable REDIS_URL and key `key`. */
export function secretVariables({ container }: Workload): { variable: string; key: string }[] {
  return (container.env ?? []).flatMap(({ name, value }) =>
    name.endsWith('_FILE') && value?.startsWith(`${secretsFolder}/`)
      ? [{ variable: name.slice(0, -'_FILE'.length), key: value.slice(secretsFolder.length + 1) }]
      : [],
  );
}

export function secretData(manifests: Manifest[], secretName: string | undefined): Record<string, string> | undefined {
  const secret = ofKind(manifests, 'Secret').find(({ metadata }) => metadata.name === secretName);
  const data = Object.entries((secret?.data ?? {}) as Record<string, string>);
  return secret && Object.fromEntries(data.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
}

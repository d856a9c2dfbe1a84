import { processes } from '@docfolio/local/processes';
import { type ConfigField, configFields } from '@docfolio/process/config-fields';
import type { z } from 'zod';
import { definitions } from '../compose/process-schemas.js';
import { environmentOf, secretData, secretNameOf, secretVariables } from './environment.js';
import { describeRendered, render } from './kustomize.js';
import { type Manifest, type Workload, workloads } from './manifests.js';
import { mebibytes } from './workload-rules.js';

/** Values in the form that production needs: several hosts, credentials, TLS. */
const sampleSecrets: Record<string, string> = {
  REDIS_URL: 'rediss://app:password@redis.example:6380',
  MONGODB_URI: 'mongodb://app:password@a.example:27017,b.example:27017/?replicaSet=rs0&tls=true',
  JWT_SECRET: 'j'.repeat(32),
  BYTES_SECRET: 'b'.repeat(32),
  LINK_SECRET: 'l'.repeat(32),
  MINIO_ACCESS_KEY: 'access',
  MINIO_SECRET_KEY: 'secret',
  SMTP_URL: 'smtps://user:password@smtp.example:465',
};

/** Variables that every process gets, although some processes, or only a library, read them. */
const sharedVariables = ['SITE_URL', 'MALLOC_ARENA_MAX'];

const schemas = new Map<string, z.ZodObject>();
beforeAll(() => {
  for (const { name, config } of definitions) schemas.set(name, config);
});

const namesOf = (schema: z.ZodObject, isWanted: (field: ConfigField) => boolean): string[] =>
  configFields(schema)
    .filter(isWanted)
    .map(({ name }) => name)
    .sort();

function effectiveEnvironment(process: Workload, manifests: Manifest[]): Record<string, string> {
  const values = secretData(manifests, secretNameOf(process)) ?? sampleSecrets;
  const secrets = secretVariables(process).map(({ variable, key }) => [variable, values[key] ?? '']);
  const plain = Object.entries(environmentOf(process, manifests)).filter(([name]) => !name.endsWith('_FILE'));
  return Object.fromEntries([...plain, ...secrets]);
}

function problemsOf(schema: z.ZodObject, environment: object): string[] {
  const { error } = schema.safeParse(environment);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe.each(['dev', 'production'])('configuration in k8s/overlays/%s', (overlay) => {
  describeRendered(overlay, () => {
    let manifests: Manifest[];
    beforeAll(() => {
      manifests = render(`k8s/overlays/${overlay}`);
    });
    const workload = (name: string) => workloads(manifests).find((each) => each.name === name)!;
    const names = processes.map(({ name }) => name);

    it.each(names)('%s gets every variable without a default, and valid values', (name) => {
      const environment = effectiveEnvironment(workload(name), manifests);
      expect(Object.keys(environment)).toEqual(
        expect.arrayContaining(namesOf(schemas.get(name)!, ({ required }) => required)),
      );
      expect(problemsOf(schemas.get(name)!, environment)).toEqual([]);
    });

    it.each(names)('%s gets the secrets that its schema names', (name) => {
      expect(
        secretVariables(workload(name))
          .map(({ variable }) => variable)
          .sort(),
      ).toEqual(namesOf(schemas.get(name)!, ({ secret }) => secret));
    });

    it.each(names)('%s gets no variable that is missing in its schema', (name) => {
      const known = [...namesOf(schemas.get(name)!, () => true), ...sharedVariables];
      const environment = effectiveEnvironment(workload(name), manifests);
      expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
    });

    it('lets processes listen on all addresses, on the ports that probes and other processes use', () => {
      const listening: Record<string, object> = {
        web: { HOST: '0.0.0.0', PORT: '4200', GATEWAY_URL: 'http://gateway:4300' },
        gateway: { HOST: '0.0.0.0', PORT: '4300', LEADS_URL: 'http://leads:9001', MEDIA_URL: 'http://media:9001' },
        leads: { BYTES_HOST: '0.0.0.0', BYTES_PORT: '9001' },
        media: { BYTES_HOST: '0.0.0.0', BYTES_PORT: '9001' },
      };
      for (const [name, variables] of Object.entries(listening))
        expect(effectiveEnvironment(workload(name), manifests)).toMatchObject(variables);
    });

    it('configures an object store for leads and media, and a mail server for notifications', () => {
      for (const name of ['leads', 'media'])
        expect(effectiveEnvironment(workload(name), manifests)).toMatchObject({
          MINIO_ENDPOINT: expect.stringMatching(/^https?:/),
          MINIO_ACCESS_KEY: expect.any(String),
          MINIO_SECRET_KEY: expect.any(String),
        });
      expect(effectiveEnvironment(workload('notifications'), manifests).SMTP_URL).toMatch(/^smtps?:/);
    });

    it('gives web a writable folder for builds of remotes that is larger than their cache', () => {
      const { REMOTES_CACHE_DIR, REMOTES_CACHE_SIZE } = schemas
        .get('web')!
        .parse(effectiveEnvironment(workload('web'), manifests));
      const { pod, container } = workload('web');
      const mount = container.volumeMounts?.find(({ mountPath }) => mountPath === REMOTES_CACHE_DIR);
      expect(mount?.readOnly).not.toBe(true);
      const volume = pod.volumes?.find(({ name }) => name === mount?.name);
      expect(mebibytes(volume?.emptyDir?.sizeLimit)).toBeGreaterThan(Number(REMOTES_CACHE_SIZE) + 256);
    });

    it('gives media and web the same keys of remotes', () => {
      const [media, web] = ['media', 'web'].map((name) => effectiveEnvironment(workload(name), manifests));
      expect(media).toHaveProperty('REMOTES_PUBLIC_KEYS', web?.REMOTES_PUBLIC_KEYS);
    });

    it('configures the migration for every service', () => {
      const environment = effectiveEnvironment(workload('migrate'), manifests);
      for (const name of ['leads', 'content', 'media', 'notifications'])
        expect(problemsOf(schemas.get(name)!, environment)).toEqual([]);
    });
  });
});

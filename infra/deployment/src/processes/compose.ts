import { commonConfig } from '@docfolio/process/config';
import { secretNames } from '@docfolio/process/config-fields';
import { fileOf } from '@docfolio/tasks/secrets/consumers';
import type { Declared } from './declared.js';
import { addresses, offered, reads } from './settings.js';

/** Settings of every process: `x-process-environment`. */
const common = Object.keys(commonConfig);

/** What .env sets, where Compose knows a better default than the program. */
const composeDefaults: Readonly<Record<string, string>> = {
  SITE_URL: `http://localhost:\${PORT:-4200}`,
};

const quoted = (value: string) =>
  /^[\w./:${}-]+$/.test(value) && !/^\d+$/.test(value) ? value : JSON.stringify(value);

function environment(declared: Declared, processes: readonly Declared[]): [string, string][] {
  const { tier, config, container = {} } = declared;
  const secrets = secretNames(config).map((secret): [string, string] => [
    `${secret}_FILE`,
    `/run/secrets/${fileOf(secret, declared)}`,
  ]);
  const needed = (setting: string) => !common.includes(setting) && setting !== 'TRUSTED_PROXIES';
  const settings = offered(declared)
    .filter((field) => needed(field.name))
    .map(({ name: setting, required, defaultValue }): [string, string] => {
      // Without a default of its own, an empty variable is no setting to the program.
      const fallback = required || defaultValue ? (composeDefaults[setting] ?? '') : '';
      return [setting, `\${${setting}:-${fallback}}`];
    });
  return [
    ...secrets,
    ...(reads(declared, 'MINIO_ENDPOINT') ? [['MINIO_ENDPOINT', 'http://minio:9000'] as [string, string]] : []),
    ...Object.entries(addresses(declared, processes)),
    ...(reads(declared, 'TRUSTED_PROXIES')
      ? [['TRUSTED_PROXIES', tier === 'frontend' ? `\${TRUSTED_PROXIES:-}` : '*docker-networks'] as [string, string]]
      : []),
    ...settings,
    ...(container.cache ? [[container.cache.setting, container.cache.path] as [string, string]] : []),
    ...Object.entries(container.env ?? {}),
  ];
}

function dependencies(declared: Declared): [string, string][] {
  const done = 'service_completed_successfully';
  const { tier, connectsTo = [], container = {} } = declared;
  return [
    ...(container.cache ? [['prepare-volumes', done] as [string, string]] : []),
    ['redis', 'service_healthy'],
    ...(reads(declared, 'MONGODB_URI') ? [['migrate', done] as [string, string]] : []),
    ...(reads(declared, 'MINIO_ENDPOINT') ? [['prepare-minio', done] as [string, string]] : []),
    ...(reads(declared, 'SMTP_URL') ? [['mailpit', 'service_healthy'] as [string, string]] : []),
    // The API answers that a service does not, so only front ends wait for what they connect to.
    ...(tier === 'frontend'
      ? [
          ...connectsTo.map((name): [string, string] => [name, 'service_healthy']),
          ['first-admin', done] as [string, string],
        ]
      : []),
  ];
}

function service(declared: Declared, processes: readonly Declared[]): string {
  const { name, tier, about, port, container = {} } = declared;
  const { tmp, composeMemory, cache, outgoing } = container;
  const networks = ['internal', ...(outgoing ? ['outgoing'] : []), ...(tier === 'frontend' ? ['public'] : [])];
  const secrets = `secrets-${name}:/run/secrets:ro`;
  return [
    `  # ${about}`,
    `  ${name}:`,
    '    <<: *process',
    `    image: \${DOCFOLIO_REGISTRY:-docfolio}/${name}:\${DOCFOLIO_VERSION:-latest}`,
    `    build: { <<: *build, target: ${name} }`,
    '    environment:',
    '      <<: *process-environment',
    ...environment(declared, processes).map(
      ([key, value]) => `      ${key}: ${value.startsWith('*') ? value : quoted(value)}`,
    ),
    ...(tmp ? ['    # Files in /tmp count as memory.', `    tmpfs: ["/tmp:size=${tmp.compose}m,mode=1777"]`] : []),
    ...(composeMemory ? [`    mem_limit: ${composeMemory}m`] : []),
    ...(outgoing ? ['    # It connects to a server outside. No other process is on the outgoing network.'] : []),
    ...(networks.length > 1 ? [`    networks: [${networks.join(', ')}]`] : []),
    ...(tier === 'frontend' && port ? [`    ports: ["\${PORT:-${port.number}}:${port.number}"]`] : []),
    ...(cache
      ? [
          '    volumes:',
          '      # Shared by the replicas; what is missing is downloaded again.',
          `      - { type: volume, source: ${cache.volume}, target: ${cache.path}, volume: { nocopy: true } }`,
          `      - ${secrets}`,
        ]
      : [`    volumes: ["${secrets}"]`]),
    '    depends_on:',
    ...dependencies(declared).map(([key, condition]) => `      ${key}: { condition: ${condition} }`),
  ].join('\n');
}

/** Renders the processes of docker-compose.yml. */
export const composeServices = (processes: readonly Declared[]): string =>
  [...processes]
    .reverse()
    .map((declared) => service(declared, processes))
    .join('\n\n');

/** Renders the volumes with the secrets of the processes, as mounts of the one-shot that writes them. */
export const composeSecretMounts = (processes: readonly Declared[]): string =>
  processes.map(({ name }) => `      - secrets-${name}:/secrets/${name}`).join('\n');

export const composeSecretVolumes = (processes: readonly Declared[]): string =>
  processes.map(({ name }) => `  secrets-${name}:`).join('\n');

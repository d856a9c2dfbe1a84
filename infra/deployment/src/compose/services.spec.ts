import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '@docfolio/local/processes';
import { parse } from 'yaml';
import { type ComposeService, imageEnvironment, mountsOf, readComposeFile, readText, root } from './compose-file.js';

const compose = readComposeFile('docker-compose.yml');
const tls = readComposeFile('docker-compose.tls.yml');
const { services } = compose;
const all: [string, ComposeService][] = [...Object.entries(services), ['caddy', tls.services.caddy as ComposeService]];
const processNames = processes.map(({ name }) => name);
const isOneShot = ({ restart }: ComposeService) => restart === 'no';
const longRunning = all.filter(([, service]) => !isOneShot(service));
const oneShots = all.filter(([, service]) => isOneShot(service));
/** Backups outlive the volumes, which `docker compose down --volumes` removes. */
const isBackupFolder = ({ source }: { source: string }) => source === `\${BACKUP_DIR:-./backups}`;
const seconds = (duration = '') => Number(/^(\d+)s$/.exec(duration)?.[1]);

describe('compose services', () => {
  it.each(all)('%s cannot write to its image, gain privileges or reach into the host', (name, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.tmpfs).toContainEqual(expect.stringMatching(/^\/tmp:size=\d+m/));
    for (const option of ['privileged', 'devices', 'pid', 'ipc', 'userns_mode', 'cgroup'])
      expect(service).not.toHaveProperty(option);
    expect([undefined, 'none']).toContain(service.network_mode);
    const hostPaths = mountsOf(service).filter(({ source }) => /^[./~]/.test(source));
    expect(mountsOf(service).some(isBackupFolder)).toBe(['backup', 'prepare-backups'].includes(name));
    for (const { source, readOnly } of hostPaths) {
      expect(source).toMatch(/^\.\/infra\/(docker\/compose|observability)\/[\w./-]+$/);
      expect(readOnly).toBe(true);
    }
  });

  it('give root and capabilities only to one-shots that set owners and to Caddy', () => {
    const capable = all.filter(([, service]) => service.cap_add).map(([name, service]) => [name, service.cap_add]);
    expect(capable).toEqual([
      ['secrets', ['CHOWN']],
      ['prepare-volumes', ['CHOWN']],
      ['prepare-backups', ['CHOWN']],
      ['caddy', ['NET_BIND_SERVICE']],
    ]);
    const roots = all.filter(([, { user }]) => user?.startsWith('0')).map(([name]) => name);
    expect(roots).toEqual(['secrets', 'prepare-volumes', 'prepare-backups']);
    const stores = ['mongodb', 'redis', 'minio', 'mailpit', 'prepare-minio'];
    for (const name of stores) expect(services[name]?.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it.each(all)('%s has limits for memory, processes and logs', (_, service) => {
    expect(service.mem_limit).toMatch(/^\d+m$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } });
  });

  it.each(all)('%s runs a pinned image', (_, { image }) => {
    if (image.includes('DOCFOLIO_')) expect(image).toMatch(/^\$\{DOCFOLIO_REGISTRY:-docfolio\}\/[a-z]+:\$\{DOCFOLIO_/);
    else expect(image).toMatch(/^[a-z.]+(\/[a-z]+)*:[\w.-]*\d+\.\d+[.\d]*|:RELEASE\.\d{4}-\d\d-\d\d/);
    expect(image).not.toMatch(/:latest$/);
  });

  it('never pull images of the platform unless the operator names a registry', () => {
    for (const [name, service] of all)
      if (service.image.includes('DOCFOLIO_'))
        expect([name, service.pull_policy]).toEqual([name, `\${DOCFOLIO_PULL_POLICY:-never}`]);
  });

  it('have a health check in every long-running container', () => {
    const health = readText('infra/docker/Dockerfile');
    // The base stage of all processes has one; only `tasks`, which exits, disables it.
    expect(health.split(/^FROM /m).find((stage) => stage.includes(' AS runtime'))).toContain('HEALTHCHECK --interval');
    expect(health.match(/HEALTHCHECK NONE/g)).toHaveLength(1);
    for (const [name, { healthcheck }] of longRunning) {
      if (processNames.includes(name)) expect(healthcheck).toBeUndefined();
      else expect(healthcheck?.test[0]).toBe('CMD');
    }
  });

  it('restart long-running containers, but not one-shots', () => {
    for (const [name, { restart }] of longRunning) expect([name, restart]).toEqual([name, 'unless-stopped']);
    expect(oneShots.map(([name]) => name).sort()).toEqual(
      [
        ...['first-admin', 'migrate', 'prepare-backups', 'prepare-minio', 'prepare-mongodb', 'prepare-volumes'],
        ...['secrets', 'tasks'],
      ].sort(),
    );
  });

  it('give processes more time to stop than draining and the last requests need', () => {
    for (const name of processNames) {
      const { stop_grace_period, environment } = services[name] as ComposeService;
      expect(seconds(stop_grace_period)).toBeGreaterThan(Number(environment?.DRAIN_SECONDS) + 15);
    }
    for (const [, { stop_grace_period }] of longRunning) expect(seconds(stop_grace_period)).toBeGreaterThanOrEqual(30);
  });

  it('allow any service to be scaled: no fixed names, and no fixed host port except that of web', () => {
    for (const [, service] of all)
      for (const option of ['container_name', 'hostname', 'mac_address', 'links'])
        expect(service).not.toHaveProperty(option);
  });
});

describe('start order of the compose services', () => {
  const awaited = (condition: string) =>
    all.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on)
        .filter(([, dependency]) => dependency.condition === condition)
        .map(([name]) => name),
    );

  it('waits for the end of every one-shot: otherwise `up --wait` fails when it exits', () => {
    const started = oneShots.filter(([, { profiles }]) => !profiles?.includes('tools')).map(([name]) => name);
    expect([...new Set(awaited('service_completed_successfully'))].sort()).toEqual(started.sort());
  });

  it('waits until dependencies are healthy or done, not just started', () => {
    const oneShotNames = new Set(oneShots.map(([name]) => name));
    for (const [, { depends_on = {} }] of all)
      for (const [name, { condition }] of Object.entries(depends_on))
        expect(condition).toBe(oneShotNames.has(name) ? 'service_completed_successfully' : 'service_healthy');
  });

  it('starts processes after the databases are prepared, and web after an admin exists', () => {
    const done = { condition: 'service_completed_successfully' };
    for (const name of processNames.filter((process) => process !== 'web'))
      expect(services[name]?.depends_on).toMatchObject({ redis: { condition: 'service_healthy' }, migrate: done });
    for (const name of ['leads', 'media']) expect(services[name]?.depends_on).toMatchObject({ 'prepare-minio': done });
    expect(services.web?.depends_on).toMatchObject({ gateway: { condition: 'service_healthy' }, 'first-admin': done });
    expect(services.migrate?.depends_on).toMatchObject({ 'prepare-mongodb': done });
    expect(services['first-admin']?.depends_on).toMatchObject({ migrate: done });
  });
});

describe('networks and volumes of the compose services', () => {
  it('publish only the port of web, or with TLS only Caddy’s, and Grafana on the machine itself', () => {
    const publishing = Object.keys(services).filter((name) => services[name]?.ports);
    expect(publishing).toEqual(['web', 'grafana']);
    expect(services.grafana?.ports).toEqual([`127.0.0.1:\${GRAFANA_PORT:-3000}:3000`]);
    expect(services.web?.ports).toEqual([`\${PORT:-4200}:4200`]);
    expect(tls.services.web?.ports).toEqual([]);
    expect(readText('docker-compose.tls.yml')).toMatch(/^ {4}ports: !reset \[\]$/m);
    expect(tls.services.caddy?.ports).toEqual(['80:80', '443:443', '443:443/udp']);
  });

  it('connect only those to another network than the internal one, which has no route out, that need it', () => {
    expect(compose.networks?.internal).toEqual({ internal: true });
    for (const [name, { networks, network_mode }] of Object.entries(services)) {
      const extra =
        {
          ...{ web: ['public'], notifications: ['outgoing'], backup: ['outgoing'] },
          ...{ alertmanager: ['outgoing'], grafana: ['monitoring'] },
        }[name] ?? [];
      if (network_mode === 'none') expect(networks).toBeUndefined();
      else expect(networks).toEqual(['internal', ...extra]);
    }
    expect(tls.services.caddy?.networks).toEqual(['public']);
  });

  it('give web a writable volume for builds of remotes, owned by its user', () => {
    const folder = services.web?.environment?.REMOTES_CACHE_DIR;
    const cache = mountsOf(services.web!).find(({ target }) => target === folder);
    expect(cache).toMatchObject({ readOnly: false });
    const prepared = mountsOf(services['prepare-volumes']!).find(({ source }) => source === cache?.source);
    expect(services['prepare-volumes']?.command).toContain(`${prepared?.target}=1000:1000`);
    expect(services.web?.depends_on).toHaveProperty('prepare-volumes');
  });

  it('scrape every process, with the rules and dashboards of this repository', () => {
    const monitoring = ['prometheus', 'alertmanager', 'grafana'];
    for (const name of monitoring) expect(services[name]?.profiles).toEqual(['observability']);
    const [scraped] = (
      parse(readText('infra/observability/prometheus/prometheus.yml')) as {
        scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
      }
    ).scrape_configs.flatMap((config) => config.dns_sd_configs);
    expect(scraped?.names.sort()).toEqual([...processNames].sort());
    for (const name of processNames) {
      expect(imageEnvironment(name)).toMatchObject({ INTERNAL_PORT: String(scraped?.port), INTERNAL_HOST: '0.0.0.0' });
      expect(services[name]?.environment?.METRICS).toBe(`\${METRICS:-on}`);
    }
    const files = monitoring
      .flatMap((name) => mountsOf(services[name]!))
      .filter(({ source }) => source.startsWith('./'));
    expect(files).toHaveLength(6);
    for (const { source } of files) expect(existsSync(join(root, source))).toBe(true);
  });

  it('trace every process once .env names a collector, as which the profile has one', () => {
    for (const name of processNames) {
      expect(services[name]?.environment).toMatchObject({
        OTEL_EXPORTER_OTLP_ENDPOINT: `\${OTEL_EXPORTER_OTLP_ENDPOINT:-}`,
        OTEL_TRACES_SAMPLER_ARG: `\${OTEL_TRACES_SAMPLER_ARG:-0.1}`,
      });
    }
    expect(services.jaeger).toMatchObject({ profiles: ['observability'], networks: ['internal'] });
    const { datasources } = parse(readText('infra/observability/grafana/datasources.yml')) as {
      datasources: { type: string; url: string }[];
    };
    for (const { type, url } of datasources) expect(new URL(url).hostname).toBe(type);
  });

  it('declare every volume that is used, and no other', () => {
    for (const file of [compose, tls]) {
      const sources = Object.values(file.services)
        .flatMap(mountsOf)
        .filter((mount) => !isBackupFolder(mount))
        .map(({ source }) => source)
        .filter((source) => !source.startsWith('./'));
      expect([...new Set(sources)].sort()).toEqual(Object.keys(file.volumes ?? {}).sort());
    }
  });
});

import { spawnSync } from 'node:child_process';
import { root } from './compose-file.js';

interface ResolvedService {
  ports?: { published: string; target: number; protocol: string }[];
  environment?: Record<string, string>;
}

const timeout = 20_000;

/** Runs `docker compose config`, which needs no engine. @param files separated by colons */
function resolve(files: string, env: Record<string, string> = {}) {
  const args = ['compose', '--env-file', '/dev/null', ...files.split(':').flatMap((file) => ['--file', file])];
  const { PATH, HOME, DOCKER_CONFIG } = process.env;
  const { status, stdout, stderr } = spawnSync('docker', [...args, 'config', '--format', 'json'], {
    cwd: root,
    env: { ...(HOME ? { HOME } : {}), ...(DOCKER_CONFIG ? { DOCKER_CONFIG } : {}), PATH, ...env },
    encoding: 'utf8',
    timeout,
  });
  return {
    status,
    stderr,
    services: status === 0 ? (JSON.parse(stdout).services as Record<string, ResolvedService>) : {},
  };
}

const hasCompose = spawnSync('docker', ['compose', 'version'], { timeout }).status === 0;
// Skipped tests show the reason in their name.
const describeWithCompose = hasCompose ? describe : describe.skip;

describeWithCompose(`docker compose config${hasCompose ? '' : ' (skipped: no docker compose on this machine)'}`, () => {
  const published = (services: Record<string, ResolvedService>) =>
    Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port.published}/${port.protocol}`),
    );

  it('accepts docker-compose.yml without any variable and publishes web only', () => {
    const { status, stderr, services } = resolve('docker-compose.yml');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(published(services)).toEqual(['web 4200/tcp']);
  });

  it('resolves the variables of .env', () => {
    const { services } = resolve('docker-compose.yml', {
      PORT: '127.0.0.1:8080',
      SITE_URL: 'https://example.com',
      DOCFOLIO_REGISTRY: 'registry.example.com/docfolio',
      DOCFOLIO_VERSION: '1.2.3',
    });
    expect(published(services)).toEqual(['web 8080/tcp']);
    expect(services.notifications?.environment?.SITE_URL).toBe('https://example.com');
    expect(services.leads).toMatchObject({ image: 'registry.example.com/docfolio/leads:1.2.3' });
  });

  it('accepts docker-compose.tls.yml and publishes Caddy only', () => {
    const { status, stderr, services } = resolve('docker-compose.yml:docker-compose.tls.yml', {
      DOMAIN: 'example.com',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(published(services)).toEqual(['caddy 80/tcp', 'caddy 443/tcp', 'caddy 443/udp']);
    expect(services.web?.environment?.SITE_URL).toBe('https://example.com');
    expect(services.notifications?.environment?.SITE_URL).toBe('https://example.com');
  });

  it('rejects docker-compose.tls.yml without DOMAIN, naming the variable', () => {
    const { status, stderr } = resolve('docker-compose.yml:docker-compose.tls.yml');
    expect(status).not.toBe(0);
    expect(stderr).toContain('DOMAIN is the name under which the server is reached');
  });
});

import { consumers } from '@docfolio/tasks/secrets/consumers';
import { mountsOf, readComposeFile, readText } from './compose-file.js';

const { services } = readComposeFile('docker-compose.yml');
const secretsFolder = '/run/secrets';
const generator = services.secrets;

const secretMounts = Object.entries(services)
  .filter(([, service]) => service !== generator)
  .flatMap(([name, service]) =>
    mountsOf(service)
      .filter(({ source }) => source.startsWith('secrets-'))
      .map((mount) => ({ name, service, mount })),
  );

/** Returns the names of the files below /run/secrets that a service reads: from its variables, command or script. */
function filesRead(name: string): string[] {
  const { environment = {}, command = [], entrypoint = [] } = services[name] ?? {};
  const script = entrypoint.includes('/etc/docfolio/prepare-minio.sh')
    ? readText('infra/docker/compose/prepare-minio.sh').replaceAll('$secrets/', `${secretsFolder}/`)
    : '';
  const text = [...Object.values(environment), ...command, script].join('\n');
  return [...text.matchAll(/\/run\/secrets\/([\w.]+)/g)].map(([, file = '']) => file);
}

describe('secrets of the compose services', () => {
  it('mounts a separate, read-only volume of secrets into every container', () => {
    for (const { mount } of secretMounts) expect(mount).toMatchObject({ target: secretsFolder, readOnly: true });
    const mounted = secretMounts.map(({ mount }) => mount.source);
    expect([...new Set(mounted)].sort()).toEqual(consumers.map(({ name }) => `secrets-${name}`).sort());
    // Programs of the image `tasks` share one volume; the others are named after their service.
    for (const { name, mount } of secretMounts)
      if (mount.source !== 'secrets-tasks') expect(mount.source).toBe(`secrets-${name}`);
  });

  it.each(consumers)('gives the volume of $name exactly the files that its services read', ({ name, files }) => {
    const readers = secretMounts.filter(({ mount }) => mount.source === `secrets-${name}`);
    const read = new Set(readers.flatMap((reader) => filesRead(reader.name)));
    expect([...read].sort()).toEqual([...files].sort());
  });

  it.each(consumers)('gives the files for $name to the user of its container', ({ name, uid, gid }) => {
    for (const { service, mount } of secretMounts) {
      if (mount.source !== `secrets-${name}`) continue;
      // The platform's images run as user 1000 by default.
      expect(service.user ?? '1000:1000').toBe(`${uid}:${gid}`);
    }
  });

  it('shows all secrets only to the one-shot that generates them, which has no network', () => {
    const targets = mountsOf(generator ?? { image: '' });
    const expected = ['master', ...consumers.map(({ name }) => name)];
    expect(targets.map(({ source, target }) => [source, target]).sort()).toEqual(
      expected.map((name) => [`secrets-${name}`, `/secrets/${name}`]).sort(),
    );
    expect(generator?.network_mode).toBe('none');
  });
});

import type { Docker } from '../engine/docker.js';
import type { Container } from './stack.js';

export interface ContainerFacts {
  service: string;
  uid: number;
  /** Bounding set of process 1, in hexadecimal. */
  capabilities: string;
  noNewPrivileges: boolean;
  seccomp: boolean;
  /** The first folder that probeScript could write to. */
  writable: string | undefined;
  /** Lines of `docker port`, such as `4200/tcp -> 0.0.0.0:4200`. */
  published: string[];
}

export interface Expectation {
  /** Services with images of the platform, which must run as uid 1000; others must not run as root. */
  ours: string[];
  entry: string;
}

/** Checks user, capabilities, writable folders and published ports. @returns one line per violated rule */
export function containerProblems(facts: ContainerFacts[], { ours, entry }: Expectation): string[] {
  return facts.flatMap(({ service, uid, capabilities, noNewPrivileges, seccomp, writable, published }) => {
    const problems: string[] = [];
    if (ours.includes(service) && uid !== 1000) problems.push(`runs as uid ${uid}, not 1000`);
    if (uid === 0) problems.push('runs as root');
    if (!/^0+$/.test(capabilities)) problems.push(`has capabilities ${capabilities}`);
    if (!noNewPrivileges) problems.push('may gain privileges');
    if (!seccomp) problems.push('runs without a seccomp profile');
    if (writable) problems.push(`can write to ${writable}`);
    if (service !== entry && published.length > 0) problems.push(`publishes ${published.join(', ')}`);
    if (service === entry && published.length === 0) problems.push('publishes no port');
    return problems.map((problem) => `${service}: ${problem}`);
  });
}

/** Prints the status of process 1 and the folders of the image that are writable. */
const probeScript = `
grep -E '^(Uid|CapBnd|NoNewPrivs|Seccomp):' /proc/1/status
for folder in / /app /etc /usr/local/bin /var/lib /home; do
  if (: > "$folder/write-probe") 2>/dev/null; then echo "Wrote: $folder"; fi
done
exit 0
`;

export async function inspectContainer(docker: Docker, { id, service }: Container): Promise<ContainerFacts> {
  const status = await docker.run(['exec', id, 'sh', '-c', probeScript]);
  const field = (name: string): string => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
  const ports = await docker.run(['port', id]);
  return {
    service,
    uid: Number(field('Uid') || Number.NaN),
    capabilities: field('CapBnd'),
    noNewPrivileges: field('NoNewPrivs') === '1',
    seccomp: field('Seccomp') === '2',
    writable: field('Wrote') || undefined,
    published: ports.split('\n').filter(Boolean),
  };
}

export async function publishedPorts(docker: Docker, containers: Container[]): Promise<string[]> {
  const services = await Promise.all(
    containers.map(async ({ id, service }) => ((await docker.run(['port', id])).trim() ? service : undefined)),
  );
  return services.filter((service) => service !== undefined);
}

/** Returns bytes by container name, of running containers. */
export async function memoryOf(docker: Docker): Promise<Map<string, number>> {
  const rows = await docker.json<{ Name: string; MemUsage: string }>([
    'stats',
    '--no-stream',
    '--format',
    '{{json .}}',
  ]);
  return new Map(rows.map(({ Name, MemUsage }) => [Name, parseSize(MemUsage.split('/')[0] ?? '')]));
}

const bytesPerUnit: Record<string, number> = { B: 1, kB: 1e3, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Parses a size such as `76.5MiB`. @returns bytes */
export function parseSize(text: string): number {
  const [, value, unit] = /^([\d.]+)\s*([A-Za-z]+)$/.exec(text.trim()) ?? [];
  return Math.round(Number(value ?? Number.NaN) * (bytesPerUnit[unit ?? ''] ?? Number.NaN));
}

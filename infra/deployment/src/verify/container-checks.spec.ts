import { type ContainerFacts, containerProblems, parseSize } from './container-checks.js';

const sound: ContainerFacts = {
  service: 'leads',
  uid: 1000,
  capabilities: '0000000000000000',
  noNewPrivileges: true,
  seccomp: true,
  writable: undefined,
  published: [],
};
const web = { ...sound, service: 'web', published: ['4200/tcp -> 0.0.0.0:4200'] };
const expected = { ours: ['leads', 'web'], entry: 'web' };

describe('the rules for containers', () => {
  it('accept hardened containers of which only web publishes a port', () => {
    expect(containerProblems([sound, web, { ...sound, service: 'redis', uid: 999 }], expected)).toEqual([]);
  });

  it.each<[Partial<ContainerFacts>, string]>([
    [{ uid: 999 }, 'leads: runs as uid 999, not 1000'],
    [{ service: 'redis', uid: 0 }, 'redis: runs as root'],
    [{ capabilities: '00000000a80425fb' }, 'leads: has capabilities 00000000a80425fb'],
    [{ noNewPrivileges: false }, 'leads: may gain privileges'],
    [{ seccomp: false }, 'leads: runs without a seccomp profile'],
    [{ writable: '/app' }, 'leads: can write to /app'],
    [{ published: ['9000/tcp -> 0.0.0.0:9000'] }, 'leads: publishes 9000/tcp -> 0.0.0.0:9000'],
    [{ service: 'web' }, 'web: publishes no port'],
    [{ uid: Number.NaN }, 'leads: runs as uid NaN, not 1000'],
    [{ capabilities: '' }, 'leads: has capabilities '],
  ])('refuse %j', (change, problem) => {
    expect(containerProblems([{ ...sound, ...change }], expected)).toEqual([problem]);
  });
});

describe('sizes as docker prints them', () => {
  it.each([
    ['76.5MiB', 80_216_064],
    ['1.5GiB', 1_610_612_736],
    ['512kB', 512_000],
    ['0B', 0],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it('returns NaN for other text', () => {
    expect(parseSize('--')).toBeNaN();
  });
});

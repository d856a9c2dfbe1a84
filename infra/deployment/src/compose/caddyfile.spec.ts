import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText, root } from './compose-file.js';
import { findProgram } from './server-process.js';

const caddyfilePath = 'infra/docker/compose/Caddyfile';
const caddy = process.env.CADDY_BINARY ?? findProgram(['caddy']);
const itWithCaddy = caddy ? it : it.skip;

describe('Caddyfile', () => {
  const text = readText(caddyfilePath);

  it('sends requests to every replica of web and retries connections that are refused', () => {
    expect(text).toMatch(/dynamic a \{\s+name web\s+port 4200\s/);
    expect(text).toMatch(/lb_try_duration \d+s/);
  });

  it('closes event streams when their client disconnects', () => {
    expect(text).not.toMatch(/^\s*flush_interval/m);
  });

  it('ignores the forwarded addresses that clients send', () => {
    expect(text).not.toMatch(/^\s*trusted_proxies/m);
  });

  itWithCaddy(`is valid${caddy ? '' : ' (skipped: no caddy on PATH, and CADDY_BINARY is not set)'}`, () => {
    const home = mkdtempSync(join(tmpdir(), 'docfolio-caddy-'));
    try {
      const args = ['validate', '--config', join(root, caddyfilePath), '--adapter', 'caddyfile'];
      const options = { env: { HOME: home, DOMAIN: 'example.com' }, encoding: 'utf8', timeout: 20_000 } as const;
      const { status, stderr } = spawnSync(caddy ?? '', args, options);
      expect([status, stderr]).toEqual([0, expect.stringContaining('')]);
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});

import { AdminGateway, idNumber } from '@docfolio/admin/testing/admin-gateway';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type ApiToken, apiTokens } from '@docfolio/contracts/entities/api-token';
import {
  type BuildCheck,
  type BuildSummary,
  type ManagedRemote,
  type RemoteChange,
  remotes,
  type UnservedBuild,
} from '@docfolio/contracts/entities/remote';
import { type BuildStatistics, remoteReports } from '@docfolio/contracts/entities/remote-report';

export const shellContract = `${'a'.repeat(60)}b1c2`;
export const foreignContract = 'd41a7c30'.padEnd(64, '0');

const hex = (n: number, length: number) => n.toString(16).padStart(length, '0');

/** Returns the id of build number `n`. */
export const buildNumber = (n: number) => `${hex(n, 7)}-${hex(n, 8)}`;

/** Returns the summary of build number `n` of a remote; a higher number is newer. `changes` replaces fields. */
export function summaryNumber(n: number, remote = 'blog', changes: Partial<BuildSummary> = {}): BuildSummary {
  const at = new Date(Date.UTC(2026, 10, 20, 12) + n * 3_600_000).toISOString();
  return {
    remote,
    build: buildNumber(n),
    commit: hex(n, 40),
    subject: `Change ${n}`,
    contract: shellContract,
    created_at: at,
    created_by: `Developer ${n}`,
    published_at: at,
    size: 1_258_291,
    complete: true,
    key_id: '0123456789abcdef',
    ...changes,
  };
}

export const remoteNamed = (name: string, changes: Partial<ManagedRemote> = {}): ManagedRemote => ({
  name,
  version: 3,
  current: buildNumber(2),
  previous: buildNumber(1),
  canary: null,
  retired: [],
  pinned: false,
  updated_at: '2026-11-20T12:00:00.000Z',
  ...changes,
});

/** Returns statistics of a build, the same in each hour. */
export function statisticsWith(changes: Partial<BuildStatistics> = {}): BuildStatistics {
  const figures = { loads: 1_284, failure_rate: 0.0006, lcp: 1_680, cls: 0.02, inp: 118 };
  return { build: buildNumber(2), ...figures, hours: Array.from({ length: 24 }, () => figures), ...changes };
}

export const changeNumber = (n: number, changes: Partial<RemoteChange> = {}): RemoteChange => ({
  id: idNumber(n),
  remote: 'blog',
  at: new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString(),
  who: 'owner@example.com',
  action: 'promoted',
  from: buildNumber(1),
  to: buildNumber(2),
  percent: 100,
  reason: `Reason ${n}`,
  ...changes,
});

export const tokenNumber = (n: number, changes: Partial<ApiToken> = {}): ApiToken => ({
  id: idNumber(n),
  name: `Job ${n}`,
  scopes: ['remotes:write'],
  ending: `end${n}`,
  created_at: '2026-11-20T12:00:00.000Z',
  created_by: 'owner@example.com',
  last_used_at: null,
  ...changes,
});

interface Stored {
  remotes?: ManagedRemote[];
  builds?: BuildSummary[];
  changes?: RemoteChange[];
  tokens?: ApiToken[];
  statistics?: Record<string, BuildStatistics[]>;
}

/** A fake gateway with one admin, which serves remotes with their builds and history, and API tokens. */
export class DeploymentsGateway extends AdminGateway {
  remotes: ManagedRemote[] = [];
  builds: BuildSummary[] = [];
  changes: RemoteChange[] = [];
  tokens: ApiToken[] = [];
  /** By remote. */
  statistics: Record<string, BuildStatistics[]> = {};
  shells = [shellContract];
  unserved: UnservedBuild[] = [];

  reset(stored: Stored = {}): void {
    this.resetAll();
    this.remotes = stored.remotes ?? [];
    this.builds = stored.builds ?? [];
    this.changes = stored.changes ?? [];
    this.tokens = stored.tokens ?? [];
    this.statistics = stored.statistics ?? {};
    this.shells = [shellContract];
    this.unserved = [];
    this.serveRemotes();
    this.serveTokens();
  }

  remote(name: string): ManagedRemote {
    const found = this.remotes.find((each) => each.name === name);
    if (!found) throw new ProblemError('not_found');
    return found;
  }

  /** Changes a remote, as another admin would. */
  change(name: string, changes: Partial<ManagedRemote>): ManagedRemote {
    const changed = { ...this.remote(name), version: this.remote(name).version + 1, ...changes };
    this.remotes = this.remotes.map((each) => (each.name === name ? changed : each));
    return changed;
  }

  private serveRemotes(): void {
    const { server } = this;
    server.on(remotes.list, () => ({ json: { items: this.remotes, shells: this.shells, unserved: this.unserved } }));
    server.on(remotes.builds, ({ path }) => {
      const name = path.split('/').at(-2);
      return { json: { items: this.builds.filter(({ remote }) => remote === name).reverse() } };
    });
    server.on(remoteReports.statistics, ({ path }) => ({
      json: { items: this.statistics[path.split('/').at(-2)!] ?? [] },
    }));
    server.on(remotes.check, ({ path }) => ({ json: this.check(path.split('/').at(-2)!) }));
    server.on(remotes.changes, ({ query }) => {
      const { remote, after = '0', limit = '50' } = query;
      const found = this.changes.filter((change) => !remote || change.remote === remote);
      const end = Number(after) + Number(limit);
      const items = found.slice(Number(after), end);
      return {
        json: { items, total: found.length, total_exact: true, next: end < found.length ? String(end) : null },
      };
    });
    server.on(remotes.promote, (request) => {
      const { build, percent, auto } = request.body as { build: string; percent: number; auto?: { minutes: null } };
      const { name, current, pinned } = this.editedIn(request);
      if (pinned) throw new ProblemError('conflict', { detail: `${name} is pinned` });
      const since = new Date().toISOString();
      return {
        json: this.change(
          name,
          percent === 100
            ? { current: build, previous: current, canary: null }
            : { canary: { build, percent, since, auto: auto ?? null } },
        ),
      };
    });
    server.on(remotes.rollBack, (request) => {
      const { build } = request.body as { build?: string | null };
      const { name, canary, previous } = this.editedIn(request);
      const to = build === undefined ? previous : build;
      return { json: this.change(name, canary ? { canary: null } : { current: to, previous: null }) };
    });
    server.on(remotes.pin, (request) => {
      const { pinned } = request.body as { pinned: boolean };
      return { json: this.change(this.editedIn(request).name, { pinned }) };
    });
  }

  private check(build: string): BuildCheck {
    const { contract } = this.builds.find((each) => each.build === build)!;
    return {
      build,
      signature: { passed: true, detail: null },
      files: { passed: true, detail: null },
      contract: { passed: this.shells.includes(contract), detail: null, build: contract, shells: this.shells },
    };
  }

  /** Returns the remote that a request changes; throws `stale` if the request is about an older version. */
  private editedIn({ path, body }: { path: string; body: unknown }): ManagedRemote {
    const remote = this.remote(path.split('/').at(-2)!);
    if ((body as { version: number }).version !== remote.version) throw new ProblemError('stale', { current: remote });
    return remote;
  }

  private serveTokens(): void {
    const { server } = this;
    server.on(apiTokens.list, () => ({ json: { items: this.tokens } }));
    server.on(apiTokens.create, ({ body }) => {
      const { name, scopes } = body as Pick<ApiToken, 'name' | 'scopes'>;
      const token = tokenNumber(90 + this.tokens.length, { name, scopes, ending: 'wxyz' });
      this.tokens = [token, ...this.tokens];
      return { status: 201, json: { ...token, token: 'docfolio_secret-wxyz' } };
    });
    server.on(apiTokens.revoke, ({ path }) => {
      const id = path.split('/').at(-1)!;
      if (!this.tokens.some((token) => token.id === id)) throw new ProblemError('not_found');
      this.tokens = this.tokens.filter((token) => token.id !== id);
      return { json: { id } };
    });
  }
}

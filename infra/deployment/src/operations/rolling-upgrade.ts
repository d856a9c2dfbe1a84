import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Platform, startPlatform } from '@docfolio/local/platform';
import { processes } from '@docfolio/local/processes';
import { type Progress, seconds } from '@docfolio/local/system';
import { Redis } from 'ioredis';
import { run } from '../engine/docker.js';
import { AdminApi } from '../verify/admin-api.js';
import type { Cleanup } from '../verify/cleanup.js';
import { downloadExport, uploadImage } from '../verify/journeys.js';
import { Load } from '../verify/load.js';
import { Mailbox } from '../verify/mailbox.js';
import { loadProblems, type RestartReport, restartSummary } from '../verify/report.js';
import { RetryingClient } from '../verify/retrying-client.js';
import { buildFormer, formerCommit } from './former-build.js';
import { logProblems, noteworthy } from './logs.js';

const requestsPerSecond = 20;
/** ms during which half of the replicas are of the former version. */
const mixedMs = 10_000;
/** ms after the load within which accepted writes must be stored and their emails sent. */
const settleMs = 60_000;
const pollMs = 500;
const admin = { email: 'owner@example.com', password: 'correct-horse-battery' };

export interface UpgradeOptions {
  root: string;
  /** Temporary folder for the former build and the data. */
  folder: string;
  /** Commit or tag to upgrade from. */
  from: string | undefined;
}

/**
 * Replaces all replicas of a former version by those of this checkout, one by one, under load.
 * @returns the report @throws NoFormerVersion, or Error with what failed, was lost or was done twice
 */
export async function rollingUpgrade(options: UpgradeOptions, progress: Progress, cleanup: Cleanup): Promise<string> {
  const { root, folder, from } = options;
  const { ref, commit } = await formerCommit(root, from);
  const former = join(folder, 'former');
  await progress.step('former build', async (say) => {
    await buildFormer(root, commit, former, say);
    return `${ref} (${commit.slice(0, 12)})`;
  });
  let platform!: Platform;
  await progress.step('start', async (say) => {
    say('two replicas of each process, with demo records');
    platform = await startFormer(former, join(folder, 'data'));
    cleanup.add('platform', () => platform.stop());
    return 'two replicas of each process of the former version';
  });
  return new Upgrade(platform, root, progress).run();
}

function startFormer(root: string, dataDir: string): Promise<Platform> {
  return startPlatform({
    root,
    dataDir,
    replicas: 2,
    env: {
      SEED: 'demo',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT: 'off',
      ALLOW_NO_LIMITS: 'development',
      SMTP_URL: '',
      // With a limit, notices to the owner are jobs.
      PUBLIC_MAILS_PER_HOUR: '10000',
    },
  });
}

class Upgrade {
  private readonly api: AdminApi;
  private readonly load: Load;

  constructor(
    private readonly platform: Platform,
    private readonly root: string,
    private readonly progress: Progress,
  ) {
    // The name localhost may be an IPv6 address.
    const origin = platform.url.replace('localhost', '127.0.0.1');
    this.api = new AdminApi(new RetryingClient(origin), admin);
    this.load = new Load(this.api, requestsPerSecond, String(process.pid));
  }

  async run(): Promise<string> {
    const { load, progress } = this;
    await load.prepare();
    load.start();
    const began = performance.now();
    try {
      await progress.step('migrate', () => this.migrate());
      await this.replace(1);
      await progress.step('both versions', () => this.useBoth());
      await this.replace(2);
    } finally {
      await load.stop();
    }
    const duration = performance.now() - began;
    let problems: string[] = [];
    let report!: RestartReport;
    await progress.step('compare', async (say) => {
      say('what was accepted with what is stored, sent and done');
      report = await this.report(duration);
      const unsent = await this.settled(
        () => this.mailProblems(),
        (found) => found.length === 0,
      );
      problems = [...loadProblems(report), ...unsent, ...(await this.jobProblems()), ...logProblems(this.logs())];
      return problems.length === 0 ? 'equal' : `${problems.length} differences`;
    });
    const text = `${restartSummary(report)}\n\n  Warnings of both versions in their logs\n\n${noteworthy(this.logs())}`;
    if (problems.length > 0) throw new Error(`${problems.slice(0, 20).join('\n')}\n\n${text}`);
    return text;
  }

  /** As the Job of Kubernetes does before the update: expands the data while the former version runs. */
  private async migrate(): Promise<string> {
    this.load.phase = 'no replica';
    const program = join(this.root, 'infra/local/dist/main.js');
    const output = await run(process.execPath, [program, 'docfolio', 'migrate', 'up'], {
      cwd: this.root,
      env: { ...process.env, DATA_DIR: this.platform.dataDir },
    });
    return output.trim().split('\n').at(-1) ?? '';
  }

  private async replace(number: number): Promise<void> {
    await this.progress.step(`replicas ${number}`, async (say) => {
      const began = performance.now();
      for (const { name } of processes) {
        const replica = `${name}-${number}`;
        say(replica);
        this.load.phase = replica;
        await this.platform.replace(replica, this.root);
      }
      return `${processes.length} replaced in ${seconds(performance.now() - began)}`;
    });
  }

  /** Runs what uses several processes and jobs, several times, as each run may use other replicas. */
  private async useBoth(): Promise<string> {
    this.load.phase = 'no replica';
    const until = Date.now() + mixedMs;
    let rounds = 0;
    for (; Date.now() < until || rounds < 4; rounds++) {
      await uploadImage(this.api);
      await downloadExport(this.api);
    }
    return `${rounds} images uploaded and shown, ${rounds} exports downloaded`;
  }

  private async report(duration: number): Promise<RestartReport> {
    const { ledger } = this.load;
    const comparison = await this.settled(
      async () => {
        const leads = await this.api.all<{ email: string; company: string | null }>('/leads');
        return ledger.compare(leads.map(({ email, company }) => ({ key: email, value: company })));
      },
      ({ lost }) => lost.length === 0,
    );
    const acknowledged = { records: ledger.acknowledgedCreations.length, edits: ledger.acknowledgedEdits };
    const figures = await this.load.stop();
    return { perSecond: requestsPerSecond, figures, comparison, acknowledged, duration };
  }

  /** Returns the forms whose sender did not get exactly one confirmation, or of which the owner got not one notice. */
  private async mailProblems(): Promise<string[]> {
    const messages = await new Mailbox(join(this.platform.dataDir, 'mail')).messages();
    const confirmations = countBy(messages, /^to: .*?([\w.-]+@load\.example)/im);
    const notices = countBy(messages, /^reply-to: .*?([\w.-]+@load\.example)/im);
    return this.load.ledger.acknowledgedCreations
      .filter((email) => email.startsWith('form-'))
      .flatMap((email) => [
        ...(confirmations.get(email) === 1 ? [] : [`${email}: ${confirmations.get(email) ?? 0} confirmations`]),
        ...(notices.get(email) === 1 ? [] : [`${email}: ${notices.get(email) ?? 0} notices to the owner`]),
      ]);
  }

  /** Returns the queues with jobs that failed for good, or are still waiting. */
  private async jobProblems(): Promise<string[]> {
    const redis = new Redis(this.platform.connection.REDIS_URL!);
    try {
      const left = async () => {
        const found: string[] = [];
        for (const state of ['failed', 'wait', 'active', 'paused']) {
          const keys = (
            await redis.scanStream({ match: `bull:*:${state}`, count: 1_000 }).toArray()
          ).flat() as string[];
          for (const key of new Set(keys)) {
            const count = (await redis.type(key)) === 'zset' ? await redis.zcard(key) : await redis.llen(key);
            if (count > 0) found.push(`${key}: ${count} jobs`);
          }
        }
        return found;
      };
      return await this.settled(left, (found) => found.length === 0);
    } finally {
      redis.disconnect();
    }
  }

  /** Repeats `look` until its result is complete, or the time is over. */
  private async settled<T>(look: () => Promise<T>, isComplete: (found: T) => boolean): Promise<T> {
    const deadline = Date.now() + settleMs;
    for (;;) {
      const found = await look();
      if (isComplete(found) || Date.now() > deadline) return found;
      await delay(pollMs);
    }
  }

  private logs(): string {
    const folder = join(this.platform.dataDir, 'logs');
    const names = readdirSync(folder).filter((name) => /-\d\.log$/.test(name));
    return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  }
}

/** Counts messages by the address in their header. */
function countBy(messages: readonly string[], header: RegExp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const message of messages) {
    const address = header.exec(message.split(/\r?\n\r?\n/, 1)[0] ?? '')?.[1];
    if (address) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Progress } from '@docfolio/local/system';
import { AdminApi, type Credentials } from './admin-api.js';
import { containerProblems, inspectContainer, memoryOf, publishedPorts } from './container-checks.js';
import { downloadExport, sendNewsletter, uploadImage } from './journeys.js';
import { Load } from './load.js';
import { Mailbox } from './mailbox.js';
import { MailpitMirror } from './mailpit-mirror.js';
import { backUpUnderLoad, checkRestored, restoreToNewStack, type StackBackup } from './recovery.js';
import { containerTable, loadProblems, type RestartReport, restartSummary, sizeTable } from './report.js';
import { RetryingClient } from './retrying-client.js';
import { type RestartTime, restartEach, restartGroups } from './rolling-restart.js';
import { firstAdminFromLog } from './settings.js';
import type { Stack } from './stack.js';
import { runStory } from './story.js';
import { type Prepared, saveLog, up } from './verification.js';

const scaledServices = ['gateway', 'leads', 'content', 'web'];
const requestsPerSecond = 20;
/** ms after the load within which accepted submissions must be stored. */
const settleMs = 60_000;

/** Starts the stack, checks it (story.spec.ts, journeys, containers, restarts under load) and removes it. */
export class Operation {
  private readonly ours: string[];

  constructor(
    private readonly prepared: Prepared,
    private readonly progress: Progress,
  ) {
    this.ours = prepared.sizes.map(({ target }) => target);
  }

  async run(): Promise<string> {
    const { site, sizes, engine } = this.prepared;
    const admin = await this.start();
    const mailbox = new Mailbox(join(site.dataDir, 'mail'));
    const mirror = site.mirrorsMail ? new MailpitMirror(site.stack, mailbox.folder) : undefined;
    await this.journeys(admin, mailbox).finally(() => mirror?.stop());
    await this.containers('web');
    const stack = site.proxied;
    await this.scale(stack);
    const api = this.api(site.settings.proxyPort, admin);
    const { report, restarts } = await this.restarts(api, stack);
    const backup = await this.backup(api, stack);
    const memory = await memoryOf(engine.docker);
    const ours = new Map([...memory].filter(([name]) => name.startsWith(stack.project)));
    await this.stop(stack);
    await this.recovery(admin, backup);
    const problems = loadProblems(report);
    const text = [
      `Images (base: the Node image)\n\n${sizeTable(sizes)}`,
      `Containers, after the restarts\n\n${containerTable(ours, restarts, report.figures.repeatedBy)}`,
      `Restart of every container under load\n\n${restartSummary(report)}`,
      site.standIns.length > 0
        ? `Built here because images could not be pulled:\n  ${site.standIns.join('\n  ')}`
        : 'Every image of docker-compose.yml was pulled.',
    ].join('\n\n');
    if (problems.length > 0) throw new Error(`${problems.slice(0, 20).join('\n')}\n\n${text}`);
    return text;
  }

  private api(port: number, admin: { email: string; password: string }): AdminApi {
    return new AdminApi(new RetryingClient(`http://127.0.0.1:${port}`), admin);
  }

  private async start(): Promise<{ email: string; password: string }> {
    const { stack } = this.prepared.site;
    let admin!: { email: string; password: string };
    await this.progress.step('start', async (say) => {
      say('docker compose up --wait');
      await up(stack);
      admin = firstAdminFromLog(await stack.compose(['logs', '--no-color', '--no-log-prefix', 'first-admin']));
      return `${(await stack.running()).length} containers are healthy`;
    });
    return admin;
  }

  private async journeys(admin: { email: string; password: string }, mailbox: Mailbox): Promise<void> {
    const { settings, dataDir, stack } = this.prepared.site;
    const api = this.api(settings.port, admin);
    await this.progress.step('story', async (say) => {
      say('a visitor writes, the owner reads');
      await runStory(stack.root, api.client.origin, admin, dataDir);
      return 'passed';
    });
    await this.progress.step('image', async () => uploadImage(api).then(() => 'uploaded and shown'));
    await this.progress.step('export', async () => downloadExport(api).then(() => 'downloaded'));
    await this.progress.step('newsletter', async () => sendNewsletter(api, mailbox).then(() => 'delivered'));
  }

  private async containers(entry: string): Promise<void> {
    const { engine, site } = this.prepared;
    await this.progress.step('isolation', async () => {
      const running = await site.stack.running();
      const facts = await Promise.all(running.map((container) => inspectContainer(engine.docker, container)));
      const problems = containerProblems(facts, { ours: this.ours, entry });
      if (problems.length > 0) throw new Error(`Containers:\n${problems.join('\n')}`);
      return `user, root file system, capabilities and ports of ${facts.length} containers`;
    });
  }

  private async scale(stack: Stack): Promise<void> {
    await this.progress.step('scale', async (say) => {
      say('two of some, behind a proxy');
      await up(
        stack,
        scaledServices.flatMap((service) => ['--scale', `${service}=2`]),
      );
      const running = await stack.running();
      const ports = await publishedPorts(stack.docker, running);
      if (ports.join() !== 'caddy') throw new Error(`Ports are published by ${ports.join(', ') || 'nothing'}`);
      return `two of ${scaledServices.join(', ')}: ${running.length} containers`;
    });
  }

  private async restarts(api: AdminApi, stack: Stack) {
    const load = new Load(api, requestsPerSecond, String(process.pid));
    const began = performance.now();
    let restarts: RestartTime[] = [];
    await this.progress.step('restarts', async (say) => {
      await load.prepare();
      load.start();
      const groups = restartGroups(await stack.running(), { ours: this.ours, scaled: scaledServices });
      restarts = await restartEach(stack, groups, (names) => {
        load.phase = names;
        say(names);
      });
      return `${restarts.length} containers under ${requestsPerSecond} requests/s`;
    });
    const figures = await load.stop();
    const duration = performance.now() - began;
    const acknowledged = { records: load.ledger.acknowledgedCreations.length, edits: load.ledger.acknowledgedEdits };
    const comparison = await this.settled(api, load);
    const report: RestartReport = { perSecond: requestsPerSecond, figures, comparison, acknowledged, duration };
    return { report, restarts };
  }

  private async backup(api: AdminApi, stack: Stack): Promise<StackBackup> {
    let backup!: StackBackup;
    await this.progress.step('backup', async (say) => {
      say(`under ${requestsPerSecond} requests/s`);
      backup = await backUpUnderLoad(api, stack, requestsPerSecond);
      return `${backup.id}, under ${requestsPerSecond} requests/s`;
    });
    return backup;
  }

  /** All containers and volumes are gone: only the backup is left. */
  private async recovery(admin: Credentials, backup: StackBackup): Promise<void> {
    const { site } = this.prepared;
    await this.progress.step('restore', async (say) => {
      say('to a new stack');
      const restored = await restoreToNewStack(site, backup);
      say('story');
      await checkRestored({ ...site, stack: restored }, admin, backup);
      return `${backup.mark.creations.length} acknowledged records came back, story passed`;
    });
    await this.stop(site.stack);
  }

  /** Waits for submissions acknowledged with 202, which are stored later. */
  private async settled(api: AdminApi, load: Load) {
    const deadline = Date.now() + settleMs;
    for (;;) {
      const leads = await api.all<{ email: string; company: string | null }>('/leads');
      const comparison = load.ledger.compare(leads.map(({ email, company }) => ({ key: email, value: company })));
      if (comparison.lost.length === 0 || Date.now() > deadline) return comparison;
      await delay(1000);
    }
  }

  private async stop(stack: Stack): Promise<void> {
    await this.progress.step('stop', async (say) => {
      await saveLog(stack);
      say('docker compose down');
      await stack.down();
      const leftovers = await stack.leftovers();
      if (leftovers.length > 0) throw new Error(`docker compose down left ${leftovers.join(', ')}`);
      return 'nothing is left';
    });
  }
}

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Progress } from '@docfolio/local/system';
import { ensureBaseImage, nodeImage } from '../engine/base-image.js';
import type { Docker } from '../engine/docker.js';
import { type Engine, openEngine } from '../engine/engine.js';
import { type BuildSettings, buildImages, imageName } from '../images/build.js';
import { imageCatalogue } from '../images/catalogue.js';
import { imageProblems } from '../images/contents-check.js';
import { type ImageSize, measureImage, sizeProblems } from '../images/sizes.js';
import type { Cleanup } from './cleanup.js';
import { buildLocalImages, missingImages } from './local-images.js';
import { frequentHealthChecks, mergeOverrides, overrideFile, plainMongodb } from './override.js';
import { composeEnvironment, freePort, type StackSettings } from './settings.js';
import { Stack } from './stack.js';
import { localImage, type StandIn, standIns } from './stand-ins.js';

const upMs = 240_000;
const upSeconds = String(upMs / 1000);

/** The log of all containers, relative to the root. */
export const logFile = '.results/verify-compose.log';

export const baseFile = 'docker-compose.yml';
export const proxyFile = 'docker-compose.tls.yml';

export interface Site {
  stack: Stack;
  settings: StackSettings;
  /** Contains the folder `mail` with all sent messages. */
  dataDir: string;
  /** The same project with docker-compose.tls.yml: Caddy in front of `web`. */
  proxied: Stack;
  /** Whether messages must be fetched from a Mailpit. */
  mirrorsMail: boolean;
  standIns: string[];
}

export interface Prepared {
  engine: Engine;
  sizes: ImageSize[];
  site: Site;
}

type Configured = { services: Record<string, { image: string; environment?: Record<string, string | null> }> };

/** Builds the images, replaces those that cannot be pulled, and writes the overrides of the compose project. */
export class Preparation {
  constructor(
    private readonly root: string,
    private readonly folder: string,
    private readonly progress: Progress,
    private readonly cleanup: Cleanup,
    private readonly noBuild: boolean,
  ) {}

  async run(): Promise<Prepared> {
    const engine = await this.engine();
    const build: BuildSettings = {
      root: this.root,
      registry: 'docfolio-verify',
      version: '0.0.0-verify',
      ownEngine: engine.isOwn,
    };
    await this.progress.step('base image', async (say) => {
      const { origin } = await ensureBaseImage(engine.docker, join(this.folder, 'base'), say);
      return `${nodeImage}, ${origin}`;
    });
    const sizes = await this.images(engine, build);
    const site = await this.site(engine, build);
    return { engine, sizes, site };
  }

  private async engine(): Promise<Engine> {
    let engine!: Engine;
    await this.progress.step('engine', async (say) => {
      engine = await openEngine(this.folder, process.env, say);
      return engine.description;
    });
    this.cleanup.add('engine', () => engine.close());
    return engine;
  }

  private async images({ docker }: Engine, build: BuildSettings): Promise<ImageSize[]> {
    const catalogue = imageCatalogue(this.root);
    const sizes: ImageSize[] = [];
    await this.progress.step('images', async (say) => {
      if (this.noBuild) return 'not built: those of an earlier run';
      say('building');
      await buildImages(docker, Object.keys(catalogue), build, (target, ms) =>
        say(`${target} in ${Math.round(ms / 1000)} s`),
      );
      return `${Object.keys(catalogue).length} built`;
    });
    await this.progress.step('contents', async () => {
      const problems: string[] = [];
      for (const [target, { maxModulesMegabytes }] of Object.entries(catalogue)) {
        const image = imageName(build, target);
        problems.push(...(await imageProblems(docker, image, { version: build.version })));
        sizes.push({ target, maxModulesMegabytes, ...(await measureImage(docker, image, nodeImage)) });
      }
      problems.push(...sizeProblems(sizes));
      if (problems.length > 0) throw new Error(`Images:\n${problems.join('\n')}`);
      return 'no build tools, nothing writable, within limits';
    });
    return sizes;
  }

  private async site({ docker, isOwn }: Engine, build: BuildSettings): Promise<Site> {
    const dataDir = join(this.folder, 'data');
    const mailFolder = join(dataDir, 'mail');
    mkdirSync(mailFolder, { recursive: true });
    // The mail server's container runs as another user.
    for (const path of [this.folder, dataDir]) chmodSync(path, 0o755);
    chmodSync(mailFolder, 0o777);

    const backups = join(dataDir, 'backups');
    mkdirSync(backups);
    const settings = { ...build, backups, port: await freePort(), proxyPort: await freePort() };
    const overridePath = join(this.folder, 'verify.compose.yml');
    const proxyOverridePath = join(this.folder, 'verify.proxy.yml');
    const env = composeEnvironment(settings);
    const stack = new Stack(docker, `docfolio-verify-${process.pid}`, this.root, [baseFile, overridePath], env);
    const proxied = stack.withFiles([baseFile, proxyFile, overridePath, proxyOverridePath]);
    const published = stack.withFiles([baseFile, proxyFile]);
    const { services } = JSON.parse(
      await published.compose(['--profile', '*', 'config', '--format', 'json']),
    ) as Configured;
    const used = await this.stores(docker, services, standIns(mailFolder, docker.env), isOwn);
    const overrides = Object.entries(used).map(([name, { image, overrides: own }]) =>
      mergeOverrides({ [name]: { image: localImage(image), pull_policy: 'never' } }, own),
    );
    // Caddy is in the second compose file only.
    const { caddy, ...always } = mergeOverrides(
      ...overrides,
      used.mongodb ? plainMongodb(services) : {},
      // One client sends as many forms as many visitors, and each is to be answered.
      { gateway: { environment: { RATE_LIMIT_FORMS: '100000' } } },
      { notifications: { environment: { PUBLIC_MAILS_PER_HOUR: '0' } } },
      // `tasks` runs one command at a time and has no health check.
      frequentHealthChecks(Object.keys(imageCatalogue(this.root)).filter((target) => target !== 'tasks')),
    );
    const siteUrl = { environment: { SITE_URL: `http://127.0.0.1:${settings.proxyPort}` } };
    const proxy = {
      caddy: { ...caddy, ports: [`127.0.0.1:${settings.proxyPort}:8080`] },
      web: siteUrl,
      notifications: siteUrl,
    };
    writeFileSync(overridePath, overrideFile(always));
    writeFileSync(proxyOverridePath, overrideFile(proxy));
    this.cleanup.add('down', () => proxied.down());
    this.cleanup.add('log', () => saveLog(proxied));
    const descriptions = Object.values(used).map(({ description }) => description);
    const mirrorsMail = used.mailpit === undefined || used.mailpit.image === 'binaries';
    return { stack, proxied, settings, dataDir, mirrorsMail, standIns: descriptions };
  }

  /** Builds replacements for images that cannot be pulled. @returns replacements by service */
  private async stores(
    docker: Docker,
    services: Configured['services'],
    available: Record<string, StandIn>,
    hostNetwork: boolean,
  ): Promise<Record<string, StandIn>> {
    let used: Record<string, StandIn> = {};
    await this.progress.step('stores', async (say) => {
      say('pulling images');
      const images = Object.fromEntries(Object.keys(available).map((name) => [name, services[name]?.image ?? '']));
      const missing = await missingImages(docker, images);
      used = Object.fromEntries(missing.map((name) => [name, available[name]!]));
      const wanted = new Set(Object.values(used).map(({ image }) => image));
      say('building stand-ins');
      await buildLocalImages(docker, this.root, join(this.folder, 'stand-ins'), wanted, hostNetwork);
      return missing.length > 0 ? `built here: ${missing.join(', ')}` : 'all pulled';
    });
    return used;
  }
}

export async function saveLog(stack: Stack): Promise<void> {
  const path = join(stack.root, logFile);
  if ((await stack.containers()).length === 0) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await stack.compose(['--profile', '*', 'logs', '--no-color', '--timestamps']));
}

/** Runs `docker compose up --wait`. An error contains the states and last log lines of the containers. */
export async function up(stack: Stack, args: string[] = []): Promise<void> {
  try {
    await stack.compose(['up', '--detach', '--wait', '--wait-timeout', upSeconds, '--no-build', ...args], {
      timeout: upMs + 30_000,
    });
  } catch (error) {
    const states = (await stack.containers()).map(({ name, state, health }) => `${name}: ${state} ${health}`);
    const log = await stack.compose(['logs', '--no-color', '--tail', '15']).catch(() => '');
    throw new Error(`${(error as Error).message}\n\n${states.join('\n')}\n\n${log.slice(-8000)}`);
  }
}

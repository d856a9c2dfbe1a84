import { setTimeout as delay } from 'node:timers/promises';
import type { Docker, RunOptions } from '../engine/docker.js';

export interface Container {
  id: string;
  name: string;
  service: string;
  state: string;
  /** `healthy`, `starting` or `unhealthy`; empty without a health check. */
  health: string;
}

interface ListedContainer {
  ID: string;
  Name: string;
  Service: string;
  State: string;
  Health: string;
}

const pollMs = 250;
const healthyMs = 120_000;

export class Stack {
  /** @param files compose files; later ones override earlier ones */
  constructor(
    readonly docker: Docker,
    readonly project: string,
    readonly root: string,
    readonly files: string[],
    readonly env: NodeJS.ProcessEnv,
  ) {}

  withFiles(files: string[], env: NodeJS.ProcessEnv = this.env): Stack {
    return new Stack(this.docker, this.project, this.root, files, env);
  }

  compose(args: string[], options: RunOptions = {}): Promise<string> {
    const files = this.files.flatMap((file) => ['--file', file]);
    const project = ['--project-name', this.project, '--project-directory', this.root, '--env-file', '/dev/null'];
    return this.docker.run(['compose', '--ansi', 'never', '--progress', 'plain', ...project, ...files, ...args], {
      cwd: this.root,
      env: this.env,
      ...options,
    });
  }

  async containers(): Promise<Container[]> {
    const output = await this.compose(['ps', '--all', '--format', 'json']);
    return output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ListedContainer)
      .map(({ ID, Name, Service, State, Health }) => ({
        id: ID,
        name: Name,
        service: Service,
        state: State,
        health: Health,
      }));
  }

  async running(): Promise<Container[]> {
    return (await this.containers()).filter(({ state }) => state === 'running');
  }

  /** Waits until a container is running and healthy. @throws Error after two minutes */
  async waitHealthy({ id, name }: Pick<Container, 'id' | 'name'>): Promise<void> {
    const format = '{{.State.Status}} {{if .State.Health}}{{.State.Health.Status}}{{else}}healthy{{end}}';
    const deadline = Date.now() + healthyMs;
    let state = '';
    while (Date.now() < deadline) {
      state = (await this.docker.run(['inspect', '--format', format, id])).trim();
      if (state === 'running healthy') return;
      await delay(pollMs);
    }
    throw new Error(`${name} is ${state} two minutes after its start`);
  }

  async down(): Promise<void> {
    await this.compose(['--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '20']);
  }

  async leftovers(): Promise<string[]> {
    const filter = ['--filter', `label=com.docker.compose.project=${this.project}`];
    const listings = await Promise.all([
      this.docker.run(['ps', '--all', ...filter, '--format', 'container {{.Names}}']),
      this.docker.run(['network', 'ls', ...filter, '--format', 'network {{.Name}}']),
      this.docker.run(['volume', 'ls', ...filter, '--format', 'volume {{.Name}}']),
    ]);
    return listings.flatMap((listing) => listing.split('\n').filter(Boolean));
  }
}

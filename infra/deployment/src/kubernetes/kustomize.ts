import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { debianProgram } from '@docfolio/local/debian-program';
import { findRoot } from '@docfolio/local/workspace';
import { type Manifest, parseManifests } from './manifests.js';

/** Oldest major version of kustomize that supports everything in k8s/. */
const oldestMajor = 5;
/** Debian release whose kustomize is downloaded if none is installed. It also runs on older releases. */
const debianSuite = 'trixie';

/** A command that renders the folder appended to it, or the reason why there is none. */
type Renderer = { command: string[] } | { missing: string };

const run = (command: string, args: string[], cwd?: string): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    cwd,
    timeout: 120_000,
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const majorOf = (version: string): number => Number(/v?(\d+)\./.exec(version)?.[1] ?? 0);

function onPath(): string[] | undefined {
  try {
    const { kustomizeVersion } = JSON.parse(run('kubectl', ['version', '--client', '--output=json']));
    if (majorOf(kustomizeVersion) >= oldestMajor) return ['kubectl', 'kustomize'];
  } catch {
    // Not installed, or too old for `--output`.
  }
  try {
    if (majorOf(run('kustomize', ['version'])) >= oldestMajor) return ['kustomize', 'build'];
  } catch {
    // Not installed.
  }
  return undefined;
}

function findRenderer(): Renderer {
  const installed = onPath();
  if (installed) return { command: installed };
  try {
    const program = debianProgram(findRoot(), { name: 'kustomize', program: 'usr/bin/kustomize', suite: debianSuite });
    return { command: [program, 'build'] };
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    return { missing: `no kubectl or kustomize ${oldestMajor} on PATH, and none from Debian: ${reason}` };
  }
}

const renderer = findRenderer();

export function render(folder: string): Manifest[] {
  if ('missing' in renderer) throw new Error(renderer.missing);
  const [command = '', ...args] = renderer.command;
  return parseManifests(run(command, [...args, folder], findRoot()));
}

/** Renders the production overlay with one more component of k8s/components. */
export function renderWith(component: string): Manifest[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docfolio-component-')));
  const k8s = relative(folder, join(realpathSync(findRoot()), 'k8s'));
  try {
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: docfolio
resources: [${k8s}/overlays/production]
components: [${k8s}/components/${component}]
`,
    );
    return render(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Jest prints neither titles nor console output of a file whose tests are all skipped.
if ('missing' in renderer) process.stderr.write(`Kubernetes manifests are not rendered: ${renderer.missing}\n`);

/** `describe` for tests that render manifests. Skips them, with the reason in the title, if there is no kustomize. */
export function describeRendered(title: string, tests: () => void): void {
  if ('missing' in renderer) describe.skip(`${title} (${renderer.missing})`, tests);
  else describe(title, tests);
}

export const readRepositoryFile = (path: string): string => readFileSync(join(findRoot(), path), 'utf8');

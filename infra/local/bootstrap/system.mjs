import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Something a person has to do first: the message is all that is shown, without a stack. */
export class MissingPrerequisite extends Error {
  /** @param {string} problem @param {string} [remedy] */
  constructor(problem, remedy) {
    super(remedy ? `${problem}\n${remedy}` : problem);
    this.name = 'MissingPrerequisite';
  }
}

/** The path of the first of `names` that is an executable file on PATH. */
export function findOnPath(names, env = process.env) {
  // Servers often live in sbin folders, which a plain user's PATH leaves out.
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'].filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // Not there or not executable: the next folder.
      }
    }
  }
  return undefined;
}

/**
 * Runs a program and collects what it prints (standard output and error together, as it came).
 * Never rejects for a failing program: look at `code` (-1 when it could not be started).
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', (error) => resolve({ code: -1, output: String(error.message) }));
    child.once('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

/** How this system installs a package: the command to show, and whether it can be run without asking. */
export async function packageManager(env = process.env) {
  const isRoot = process.getuid?.() === 0;
  const sudo = isRoot ? '' : 'sudo ';
  if (process.platform === 'darwin') return { kind: 'brew', hint: (names) => `brew install ${names.brew}` };
  if (findOnPath(['apt-get'], env)) {
    const passwordless =
      isRoot || (findOnPath(['sudo'], env) && (await run('sudo', ['-n', 'true'], { env })).code === 0);
    return {
      kind: 'apt',
      prefix: isRoot ? [] : ['sudo', '-n'],
      unattended: Boolean(passwordless),
      hint: (names) => `${sudo}apt-get install -y ${names.apt}`,
    };
  }
  if (findOnPath(['dnf'], env)) return { kind: 'dnf', hint: (names) => `${sudo}dnf install -y ${names.dnf}` };
  if (findOnPath(['apk'], env)) return { kind: 'apk', hint: (names) => `${sudo}apk add ${names.apk}` };
  if (findOnPath(['pacman'], env))
    return { kind: 'pacman', hint: (names) => `${sudo}pacman -S --noconfirm ${names.pacman}` };
  return { kind: 'unknown', hint: (names) => `install ${names.plain}` };
}

/**
 * Installs a Debian package without a question. A new machine has no package lists yet, so they are fetched first.
 * @returns what apt said when it failed, undefined when it worked
 */
export async function aptInstall(manager, packageName, say, inherited = process.env) {
  const env = { ...inherited, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const [command, ...rest] = [...manager.prefix, 'apt-get', ...args];
    return run(command, rest, { env });
  };
  // A lock held by an update in the background is waited for rather than reported.
  const patient = ['-o', 'DPkg::Lock::Timeout=120'];
  say('reading the package lists');
  const update = await apt('update', ...patient);
  say(`installing ${packageName}`);
  const install = await apt('install', '-y', '--no-install-recommends', ...patient, packageName);
  if (install.code === 0) return undefined;
  return `${update.code === 0 ? '' : update.output}${install.output}`.trim();
}

export const isFile = (path) => existsSync(path) && statSync(path).isFile();

import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The user has to install or update a program first. Only the message is shown, without a stack. */
export class MissingPrerequisite extends Error {
  constructor(problem, remedy) {
    super(remedy ? `${problem}\n${remedy}` : problem);
    this.name = 'MissingPrerequisite';
  }
}

export function findOnPath(names, env = process.env) {
  // Servers are often in sbin folders, which are not on a normal user's PATH.
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'].filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // Missing or not executable: try the next folder.
      }
    }
  }
  return undefined;
}

/** Runs a program and collects stdout and stderr. Never rejects; `code` is -1 after a signal or a failed start. */
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

/** Returns the package manager of this system: its install command (`hint`), and whether apt needs no password. */
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

/** Updates the package lists and installs a Debian package without questions. @returns apt's output if it failed */
export async function aptInstall(manager, packageName, say, inherited = process.env) {
  const env = { ...inherited, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const [command, ...rest] = [...manager.prefix, 'apt-get', ...args];
    return run(command, rest, { env });
  };
  const patient = ['-o', 'DPkg::Lock::Timeout=120'];
  say('reading the package lists');
  const update = await apt('update', ...patient);
  say(`installing ${packageName}`);
  const install = await apt('install', '-y', '--no-install-recommends', ...patient, packageName);
  if (install.code === 0) return undefined;
  return `${update.code === 0 ? '' : update.output}${install.output}`.trim();
}

export const isFile = (path) => existsSync(path) && statSync(path).isFile();

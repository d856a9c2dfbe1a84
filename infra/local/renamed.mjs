// Says what a script of package.json is called now, and runs that. npm has no aliases: until the release after the next one,
// package.json lists the names of 0.1.0 below its own.
import { spawn } from 'node:child_process';

/** Arguments of `npm run` by the former name. */
export const renamed = {
  ...Object.fromEntries(
    ['admin', 'seed', 'quarantine', 'remotes', 'backup', 'restore', 'migrate', 'move-data'].map((name) => [
      name,
      ['docfolio', '--', name],
    ]),
  ),
  'test:slow': ['test', '--', '--slow'],
  'test:times': ['test', '--', '--times'],
  'test:replicas': ['test', '--', '--replicas', '2'],
  'test:newest-node': ['test', '--', '--newest-node'],
  'test:rebrand': ['test', '--', '--rebrand'],
  'test:new-entity': ['test', '--', '--new-entity'],
  'test:new-remote': ['test', '--', '--new-remote'],
  coverage: ['test', '--', '--coverage'],
  'new:entity': ['new', '--', 'entity'],
  'new:remote': ['new', '--', 'remote'],
  'verify:compose': ['verify', '--', 'compose'],
  'verify:operations': ['verify', '--', 'operations'],
  lighthouse: ['bench', '--', '--lighthouse'],
  'lint:prose': ['lint'],
};

const [name, ...args] = process.argv.slice(2);
if (name in renamed) {
  const words = renamed[name];
  // Standard output may be for a program.
  console.error(`npm run ${name} is now: npm ${words[0] === 'test' ? '' : 'run '}${words.join(' ')}`);
  const separated = words.includes('--') ? words : [...words, '--'];
  const npm = ['--prefix', process.cwd(), 'run', '--silent', ...separated, ...args];
  // Paths among the arguments are relative to where the user is.
  const child = spawn('npm', npm, { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

#!/usr/bin/env node
// Entry of `npm start`, `npm test` and the other root commands on a machine that has only Node. Uses no dependencies
// and no recent syntax, so that an old Node can run it and name the version that is needed.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildPackages } from './bootstrap/build.mjs';
import { ensureChromium } from './bootstrap/chromium.mjs';
import { commands } from './bootstrap/commands.mjs';
import { isSupported, supported } from './bootstrap/node-version.mjs';
import { installPackages } from './bootstrap/packages.mjs';
import { Progress } from './bootstrap/progress.mjs';
import { ensureRedis } from './bootstrap/redis-install.mjs';
import { MissingPrerequisite } from './bootstrap/system.mjs';

const commandsWithBrowser = ['test', 'bench', 'verify'];
/** Commands of `docfolio` whose standard output is for scripts. */
const quietCommands = ['admin', 'remotes'];
/** First major version that is not past its end of life. */
const oldestSupportedNode = 22;

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [command = '', ...args] = process.argv.slice(2);
const operation = command === 'docfolio' ? args[0] : undefined;

function checkNodeVersion() {
  if (isSupported(process.versions.node)) return;
  throw new MissingPrerequisite(
    `Docfolio needs Node ${supported}; this is Node ${process.versions.node} (${process.execPath}).`,
    'Install a current Node from https://nodejs.org, then run the same command again.',
  );
}

function nodeNote() {
  const { node } = process.versions;
  const ended = Number(node.split('.')[0]) < oldestSupportedNode;
  return ended ? `${node}, past its end of life: use 24 or 26` : node;
}

/** Exits with 130 on SIGINT or SIGTERM, until the returned function is called. */
function leaveOnSignal() {
  const leave = () => process.exit(130);
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  return () => {
    process.removeListener('SIGINT', leave);
    process.removeListener('SIGTERM', leave);
  };
}

/** Finds or installs Redis and a browser, one after the other, because apt installs for one at a time. */
async function findPrograms(progress, packagesInstalled) {
  // The stack of `verify compose` has its own Redis; `remotes` may talk to a platform elsewhere.
  const needsRedis = operation !== 'remotes' && !(command === 'verify' && args[0] === 'compose');
  if (needsRedis) {
    await progress.step('Redis', async (say) => {
      process.env.DOCFOLIO_REDIS = await ensureRedis(process.env, say);
      return process.env.DOCFOLIO_REDIS;
    });
  }
  if (commandsWithBrowser.includes(command) && !args.includes('--times')) {
    await progress.step('browser', async (say) => {
      const headless = !args.includes('--lighthouse');
      const browser = await ensureChromium(root, process.env, say, { headless, packagesInstalled });
      process.env.CHROMIUM_PATH = browser.path;
      return browser.note;
    });
  }
}

/** Installs what is missing and builds. Sets CHROMIUM_PATH, and DOCFOLIO_REDIS, an input of the tests for Nx. */
async function prepare() {
  const quiet = quietCommands.includes(operation);
  const progress = new Progress(quiet ? process.stderr : process.stdout, { quiet });
  await progress.step('Node', async () => nodeNote(), checkNodeVersion);
  // npm computes while apt downloads.
  const packagesInstalled = progress.step('packages', (say) => installPackages(root, process.env, say));
  await Promise.all([packagesInstalled, findPrograms(progress, packagesInstalled)]);
  // `remotes` runs where only a remote is developed, or in a CI job that publishes one: the platform is not built there.
  const packages = operation === 'remotes' ? ['@docfolio/local', '@docfolio/remote-build'] : undefined;
  await progress.step('build', (say) => buildPackages(root, say, packages));
}

async function run() {
  if (!commands.includes(command)) {
    throw new MissingPrerequisite(`Unknown command "${command}".`, `Known commands: ${commands.join(', ')}.`);
  }
  process.chdir(root);
  const stopLeaving = leaveOnSignal();
  await prepare();
  stopLeaving();
  const { main } = await import(pathToFileURL(join(root, 'infra/local/dist/cli.js')).href);
  process.exitCode = await main(command, args);
}

run().catch((error) => {
  console.error(error instanceof MissingPrerequisite ? `\n${error.message}\n` : error);
  // The output of a test run must always end with a line of counts.
  if (command === 'test') console.log('0 passed, 1 failed');
  process.exitCode = 1;
});

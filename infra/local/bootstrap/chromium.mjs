import { join } from 'node:path';
import { aptInstall, findOnPath, isFile, MissingPrerequisite, packageManager, run } from './system.mjs';

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian's package of a Chromium that only runs headless, in which pages open faster than in `chromium --headless`. */
const headlessShell = 'chromium-headless-shell';
const packages = {
  apt: 'chromium',
  brew: '--cask chromium',
  dnf: 'chromium',
  apk: 'chromium',
  pacman: 'chromium',
  plain: 'Chromium or Google Chrome',
};

/** Returns a program's version; undefined if it does not run, such as Ubuntu's chromium-browser without its snap. */
async function works(path) {
  const { code, output } = await run(path, ['--version', '--no-sandbox']);
  return code === 0 && /chrom/i.test(output) ? output.trim().split('\n').at(-1) : undefined;
}

async function findChromium(env, programs) {
  const candidates = [env.CHROMIUM_PATH, ...programs.map((name) => findOnPath([name], env))];
  if (process.platform === 'darwin') candidates.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  for (const path of candidates) {
    if (!path || !isFile(path)) continue;
    const version = await works(path);
    if (version) return { path, note: version };
  }
  return undefined;
}

/** Installs Playwright's own browser. @returns undefined if the download fails */
async function installPlaywrightBrowser(root, say) {
  say('downloading the browser of Playwright');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const { code } = await run(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { cwd: root });
  if (code !== 0) return undefined;
  const print = "console.log(require('@playwright/test').chromium.executablePath())";
  const { output } = await run(process.execPath, ['-e', print], { cwd: root });
  const path = output.trim();
  return isFile(path) ? { path, note: 'of Playwright' } : undefined;
}

/**
 * Finds or installs a Chromium for the browser tests. `note` is its version, or where it comes from.
 * @param {{ headless: boolean, packagesInstalled?: Promise<unknown> }} options headless: prefers Debian's headless build;
 *   installs it if apt can. packagesInstalled: awaited before Playwright, one of them, downloads its own browser
 * @returns {Promise<{ path: string, note: string }>}
 */
export async function ensureChromium(root, env, say, { headless, packagesInstalled }) {
  const programs = headless ? [headlessShell, ...programNames] : programNames;
  const found = await findChromium(env, programs);
  const lacksHeadless =
    headless &&
    found?.path !== env.CHROMIUM_PATH &&
    /built on Debian/.test(found?.note) &&
    !found.path.endsWith(headlessShell);
  if (found && !lacksHeadless) return found;

  const manager = await packageManager(env);
  if (manager.kind === 'apt' && manager.unattended) {
    if (headless) await aptInstall(manager, headlessShell, say);
    if (!found && !(await findChromium(env, programs))) await aptInstall(manager, packages.apt, say);
    const installed = await findChromium(env, programs);
    if (installed) return installed;
  }
  if (found) return found;
  await packagesInstalled;
  const downloaded = await installPlaywrightBrowser(root, say);
  if (downloaded) return downloaded;
  throw new MissingPrerequisite(
    'The end-to-end tests need Chromium, and there is none on this machine.',
    `Run this, then the same command again:\n\n  ${manager.hint(packages)}\n\nOr set CHROMIUM_PATH to the program.`,
  );
}

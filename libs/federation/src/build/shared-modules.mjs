// @ts-check
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { librariesFolder } from './libraries.mjs';
import { sharedZod } from './used-names.mjs';

const require = createRequire(import.meta.url);

/** Returns the version of a package, also of one that does not export its package.json. @param {string} name @returns {string} */
export function installed(name) {
  const inside = path.join('node_modules', name) + path.sep;
  const entry = require.resolve(name);
  const folder = entry.slice(0, entry.lastIndexOf(inside) + inside.length);
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
}

const ownVersion = '0.1.0';

/** @param {string} file Relative to the folder of the libraries. */
const library = (file) => path.join(librariesFolder, file);

/**
 * What all overlays of a page have in common: which is on top and gets Escape, where the focus is held, whether the page behind
 * scrolls and takes clicks. The shell's overlays and those of a remote, each with a copy, would fight.
 */
export const overlayState = [
  '@radix-ui/react-dismissable-layer',
  '@radix-ui/react-focus-guards',
  '@radix-ui/react-focus-scope',
  'aria-hidden',
  'react-remove-scroll',
];

/** Shared stateful modules: import path to file. @type {Readonly<Record<string, string>>} */
export const sharedFiles = {
  '@docfolio/federation/router': library('federation/src/router.ts'),
  '@docfolio/api-client/session': library('api-client/src/session.ts'),
  '@docfolio/ui/runtime': library('ui/src/runtime.tsx'),
};

/**
 * Returns the modules that host and remotes share. The host provides all of them. A remote contains a copy of zod only:
 * it fails to load if it needs a newer or another major version of React or the router than the host's. Modules of this
 * repository are keyed by file, so that relative imports in libraries get the shared instance.
 * @param {string} directory The app's folder. @param {{ isHost: boolean }} options
 */
export function sharedModules(directory, { isHost }) {
  const copy = isHost ? {} : { import: /** @type {const} */ (false) };
  /** @type {(name: string, strictVersion: boolean) => object} */
  const fromPackage = (name, strictVersion) => ({
    singleton: true,
    strictVersion,
    version: installed(name),
    requiredVersion: `^${installed(name)}`,
    ...copy,
  });
  /** @type {(shareKey: string, version: string, strictVersion: boolean) => Record<string, object>} */
  const fromFile = (shareKey, version, strictVersion) => {
    const file = String(sharedFiles[shareKey]);
    return {
      [file]: {
        ...{ import: file, shareKey, singleton: true, strictVersion, version, requiredVersion: `^${version}` },
        ...copy,
      },
    };
  };
  return {
    react: fromPackage('react', true),
    'react-dom': fromPackage('react-dom', true),
    '@tanstack/react-query': fromPackage('@tanstack/react-query', false),
    ...Object.fromEntries(overlayState.map((name) => [name, fromPackage(name, true)])),
    ...sharedZod(directory),
    ...fromFile('@docfolio/federation/router', installed('react-router-dom'), true),
    ...fromFile('@docfolio/api-client/session', ownVersion, false),
    ...fromFile('@docfolio/ui/runtime', ownVersion, false),
  };
}

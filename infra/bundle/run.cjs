// Runs a bundled process: node infra/bundle/run.cjs services/leads/dist/main.js
//
// V8 compiles functions when they are first called. What it has compiled some seconds after a start is cached in
// node_modules/.cache/docfolio, and later starts read it from there.
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');
const { constants, runInNewContext, Script } = require('node:vm');

/** ms after the start until its garbage is collected. An idle V8 would keep it for a minute. */
const collectMs = 4_000;
/** ms after the start until what has been compiled is cached. */
const settledMs = 8_000;
const hashLength = 64;

const root = join(__dirname, '../..');
const cacheFolder = join(root, 'node_modules/.cache/docfolio');

/** Absolute, or relative to the repository. */
const entry = resolve(root, process.argv[2] ?? '');
const name = relative(root, entry).split('/')[1];
const bundle = join(__dirname, `dist/${name}.cjs`);
process.argv.splice(1, 2, entry);

/** Lines of the bundle in the packages, read for the first stack trace. */
let table;

// Bundles are ASCII: a latin1 string takes one byte per character.
const source = fs.readFileSync(bundle, 'latin1');
Error.prepareStackTrace = stackInSources;

const cacheFile = join(cacheFolder, `${name}-${cacheKey()}.bin`);
const cachedData = readIfPresent(cacheFile);
const script = new Script(source, {
  filename: bundle,
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
if (!cachedData || script.cachedDataRejected) setTimeout(writeCache, settledMs).unref();
setTimeout(garbageCollector(), collectMs).unref();
script.runInThisContext()(exports, require, module, bundle, join(__dirname, 'dist'), {
  dirname: join(entry, '..'),
  url: pathToFileURL(entry).href,
  // Imported here, because scripts that V8 has read from its cache cannot import (Node 20).
  load: (path) => import(pathToFileURL(join(root, path)).href),
});

function garbageCollector() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // Caches are only valid for processes with the same flags.
  setFlagsFromString('--no-expose-gc');
  return collect;
}

/** V8 itself compares only its version, its flags and the length of the source. */
function cacheKey() {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS].join(' ');
  const parts = [source.slice(-hashLength), process.version, process.arch, flags];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

function readIfPresent(path) {
  try {
    return fs.readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Replaces the caches of other builds. If the folder cannot be written, as in a container, each start compiles. */
function writeCache() {
  const temporary = `${cacheFile}.${process.pid}`;
  try {
    fs.mkdirSync(cacheFolder, { recursive: true });
    const file = fs.openSync(temporary, 'w');
    fs.writeFileSync(file, script.createCachedData());
    // V8 does not verify the content: after a power cut the file is complete, or has the temporary name.
    fs.fsyncSync(file);
    fs.closeSync(file);
    fs.renameSync(temporary, cacheFile);
    const old = fs.readdirSync(cacheFolder).filter((each) => each.startsWith(`${name}-`) && !cacheFile.endsWith(each));
    for (const each of old) fs.rmSync(join(cacheFolder, each), { force: true });
  } catch {
    // The process runs as well without; the next one that can write removes what was left.
  }
}

/** Reads the table that `lineTable` of format.mjs writes. */
function lineTable() {
  const bytes = readIfPresent(bundle.replace(/cjs$/, 'lines'));
  if (!bytes) return { sources: [], records: new Int32Array() };
  const [nameBytes, count] = [bytes.readInt32LE(0), bytes.readInt32LE(4)];
  const start = bytes.byteOffset + 8 + nameBytes;
  // Copied, because the view must begin at a multiple of four.
  return {
    sources: JSON.parse(bytes.toString('utf8', 8, 8 + nameBytes)),
    records: new Int32Array(bytes.buffer.slice(start, start + count * 16)),
  };
}

/** Returns `path:line` in the package for a position in the bundle, all from 1; undefined if no source is there. */
function sourceLine(line, column) {
  table ??= lineTable();
  const { sources, records } = table;
  let [low, high] = [0, records.length / 4];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [atLine, atColumn] = [records[middle * 4], records[middle * 4 + 1]];
    if (atLine < line - 1 || (atLine === line - 1 && atColumn <= column - 1)) low = middle + 1;
    else high = middle;
  }
  const record = (low - 1) * 4;
  if (low === 0 || records[record] !== line - 1) return undefined;
  return `${sources[records[record + 2]]}:${records[record + 3] + 1}`;
}

/** Formats a stack trace as V8 does, with lines of the packages instead of the bundle. */
function stackInSources(error, frames) {
  const lines = frames.map((frame) => {
    const text = String(frame);
    if (frame.getFileName() !== bundle) return `\n    at ${text}`;
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    const found = sourceLine(line, column);
    return `\n    at ${found ? text.replace(`${bundle}:${line}:${column}`, join(root, found)) : text}`;
  });
  return `${Error.prototype.toString.call(error)}${lines.join('')}`;
}

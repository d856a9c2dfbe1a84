import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageContext } from '../commands/stages.js';

export interface StageFolder {
  /** An empty folder, new for each test. */
  path: string;
  /** What the stages of the test have printed. */
  output: string;
  contextIn(root: string, env: NodeJS.ProcessEnv): StageContext;
}

/** Gives each test of a spec a folder for stages to run in, and keeps what they print. Its fields are set before each test. */
export function stageFolder(): StageFolder {
  const print = (text: string): void => {
    folder.output += `${text}\n`;
  };
  const folder: StageFolder = {
    path: '',
    output: '',
    contextIn: (root, env) => ({
      root,
      env: { PATH: process.env.PATH, ...env },
      signal: new AbortController().signal,
      print,
    }),
  };
  beforeEach(() => {
    folder.path = mkdtempSync(join(tmpdir(), 'docfolio-stages-'));
    folder.output = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      print(String(text));
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder.path, { recursive: true, force: true });
  });
  return folder;
}

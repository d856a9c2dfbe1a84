import { readConfig } from '../config.js';
import { findRoot } from '../workspace.js';
import { runPlatform } from './run-platform.js';

/** `npm start`: everything from what is built, until Ctrl-C. */
export const start = (): Promise<number> => runPlatform(readConfig(findRoot()));

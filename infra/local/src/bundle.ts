import { join } from 'node:path';

/** Returns the file into which infra/bundle writes a program such as `services/leads/dist/main.js`. */
export const bundleOf = (entry: string): string => `infra/bundle/dist/${entry.split('/')[1]}.cjs`;

/** MB of V8's young generation (decision 0019). The Dockerfile gives the same. */
const semiSpaceSize = 2;

/** Returns Node's arguments that run a bundle, before the path of its program. */
export const bundleRunner = (root: string): string[] => [
  `--max-semi-space-size=${semiSpaceSize}`,
  join(root, 'infra/bundle/run.cjs'),
];

/** Returns Node's arguments that run the bundle of a program. */
export const bundledArgs = (root: string, entry: string): string[] => [...bundleRunner(root), entry];

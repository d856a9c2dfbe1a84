// Stands in a remote's build for the federation's bundler runtime, 12 KB of brotli that the host has loaded already and
// lends (remote-loader.ts). Only what belongs to one container is made anew: its options and its instance. The plain
// `init` would look for an instance under the build's name, which is the host's here, and reconfigure the host.
const lent = globalThis.docfolioFederation;
if (!lent) throw new Error('The page has no host: remotes run inside the shell');

let instance;

export default {
  ...lent,
  bundlerRuntimeOptions: {},
  runtime: {
    ...lent.runtime,
    init: (options) => {
      instance ??= lent.runtime.createInstance(options);
      return instance;
    },
  },
};

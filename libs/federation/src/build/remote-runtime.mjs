// Replaces the federation's bundler runtime (12 KB of brotli) in a remote's build by the host's copy (remote-loader.ts).
// Each remote keeps its own options and instance: the original `init` looks an instance up by build name, which in the
// host's copy is the host's, so it would reconfigure the host.
const hostRuntime = globalThis.docfolioFederation;
if (!hostRuntime) throw new Error('The page has no host: remotes run inside the shell');

let instance;

export default {
  ...hostRuntime,
  bundlerRuntimeOptions: {},
  runtime: {
    ...hostRuntime.runtime,
    init: (options) => {
      instance ??= hostRuntime.runtime.createInstance(options);
      return instance;
    },
  },
};

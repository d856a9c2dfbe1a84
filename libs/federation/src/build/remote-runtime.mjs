// Replaces the federation's bundler runtime (12 KB of brotli) in a remote's build by the host's copy (remote-loader.ts).
// Options and instance are the remote's own. The original `init` looks up an instance by build name; in the host's copy
// that is the host's name, so it would reconfigure the host.
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

// Replaces the federation's bundler runtime in a remote's build by the host's copy (remote-loader.ts). The original
// `init` would find the host's instance and reconfigure it, so each remote creates its own.
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

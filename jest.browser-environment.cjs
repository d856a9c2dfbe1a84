const { TestEnvironment } = require('jest-environment-jsdom');

// jsdom lacks these; Node's own are handed in. Not MessageChannel: an open port keeps the test process alive.
const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'structuredClone',
  'BroadcastChannel',
];

module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] ??= globalThis[name];
  }
};

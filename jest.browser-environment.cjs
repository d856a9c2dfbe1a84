const { TestEnvironment } = require('jest-environment-jsdom');

// jsdom lacks these; tests get Node's. Not MessageChannel: an open port keeps the test process alive.
const missing = [
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

/**
 * jsdom has its own AbortSignal, which Node's fetch refuses since Node 24. Tests get Node's, and jsdom's
 * `addEventListener`, which accepts only its own, gets one of its own that follows it.
 */
function shareAbortSignal(global) {
  const { AbortController: OwnController, EventTarget } = global;
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function add(type, listener, options) {
    const signal = options?.signal;
    if (!(signal instanceof AbortSignal)) return addEventListener.call(this, type, listener, options);
    const own = new OwnController();
    if (signal.aborted) own.abort();
    signal.addEventListener('abort', () => own.abort(), { once: true });
    return addEventListener.call(this, type, listener, { ...options, signal: own.signal });
  };
  global.AbortController = AbortController;
  global.AbortSignal = AbortSignal;
}

module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of missing) this.global[name] ??= globalThis[name];
    shareAbortSignal(this.global);
  }
};

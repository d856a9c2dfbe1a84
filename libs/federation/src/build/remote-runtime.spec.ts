const createInstance = jest.fn((options: object) => ({ options }));

function loadRuntime() {
  let module: typeof import('./remote-runtime.mjs') | undefined;
  jest.isolateModules(() => {
    module = require('./remote-runtime.mjs');
  });
  return module!.default as unknown as { consumes: string; runtime: { init(options: object): object } };
}

afterEach(() => Reflect.deleteProperty(globalThis, 'docfolioFederation'));

it('refuses to run a remote in a page without the host', () => {
  expect(loadRuntime).toThrow('The page has no host: remotes run inside the shell');
});

it('gives each remote one instance of the host’s federation runtime', () => {
  const host = { consumes: 'the host’s', runtime: { init: () => 'the host', createInstance } };
  Reflect.set(globalThis, 'docfolioFederation', host);
  const blog = loadRuntime();
  const first = blog.runtime.init({ name: 'blog' });
  expect(first).toEqual({ options: { name: 'blog' } });
  expect(blog.runtime.init({ name: 'blog' })).toBe(first);
  expect(loadRuntime().runtime.init({ name: 'site' })).toEqual({ options: { name: 'site' } });
  expect(blog.consumes).toBe('the host’s');
});

import { frequentHealthChecks, mergeOverrides, overrideFile, plainMongodb } from './override.js';

describe('compose overrides', () => {
  it('merge environments and replace everything else', () => {
    const merged = mergeOverrides(
      { a: { image: 'one', command: ['x'], environment: { A: '1', B: '1' } } },
      { a: { command: ['y'], environment: { B: '2' } }, b: { image: 'two' } },
    );
    expect(merged).toEqual({
      a: { image: 'one', command: ['y'], environment: { A: '1', B: '2' } },
      b: { image: 'two' },
    });
  });

  it('are written as YAML that replaces ports and escapes dollar signs', () => {
    expect(overrideFile({ web: { ports: ['1:2'], command: ['echo $HOME'] } })).toBe(
      'services:\n  web:\n    ports: !override ["1:2"]\n    command: ["echo $$HOME"]\n',
    );
  });

  it('configure a MongoDB without users for exactly the services that connect to one', () => {
    const services = {
      web: { image: 'web', environment: { PORT: '1' } },
      leads: { image: 'leads', environment: { MONGODB_URI_FILE: '/f' } },
    };
    expect(plainMongodb(services)).toEqual({
      leads: {
        environment: { MONGODB_URI_FILE: '', MONGODB_URI: expect.stringContaining('mongodb://mongodb:27017/') },
      },
    });
  });

  it('check health more often without replacing the check of the image', () => {
    expect(frequentHealthChecks(['web'])).toEqual({ web: { healthcheck: { interval: '3s', retries: 10 } } });
  });
});

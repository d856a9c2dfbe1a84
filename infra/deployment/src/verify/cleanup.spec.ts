import { Cleanup } from './cleanup.js';

describe('cleaning up', () => {
  it('runs the last step first, continues after a failure and reports it', async () => {
    const cleanup = new Cleanup();
    const done: string[] = [];
    cleanup.add('first', async () => done.push('first'));
    cleanup.add('second', async () => {
      throw new Error('stuck');
    });
    cleanup.add('third', async () => done.push('third'));
    expect(await cleanup.run()).toEqual(['second: Error: stuck']);
    expect(done).toEqual(['third', 'first']);
  });

  it('runs each step once, however often it is called', async () => {
    const cleanup = new Cleanup();
    let count = 0;
    cleanup.add('only', async () => count++);
    await Promise.all([cleanup.run(), cleanup.run()]);
    await cleanup.run();
    expect(count).toBe(1);
  });
});

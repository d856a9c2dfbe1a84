import { waitFor } from '@testing-library/dom';
import { withTabLock } from './tab-lock.js';
import { Tabs } from './testing/tabs.js';

describe('a lock on plain HTTP', () => {
  const lease = 'docfolio.test';

  it('excludes other tabs until the work has ended, and leaves nothing behind', async () => {
    const tabs = new Tabs();
    const done: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = withTabLock(tabs.open(), lease, async () => {
      done.push('first begins');
      await held;
      done.push('first ends');
    });
    await waitFor(() => expect(done).toEqual(['first begins']));
    const second = withTabLock(tabs.open(), lease, async () => done.push('second'));
    release();
    await Promise.all([first, second]);
    expect(done).toEqual(['first begins', 'first ends', 'second']);
    expect(tabs.values.size).toBe(0);
  });

  it('gives the result of work whose lease was lost while the machine slept', async () => {
    const tabs = new Tabs();
    const [tab, other] = [tabs.open(), tabs.open()];
    let begun = false;
    let finish = (_: string) => {};
    const result = withTabLock(tab, lease, () => {
      begun = true;
      return new Promise<string>((resolve) => (finish = resolve));
    });
    await waitFor(() => expect(begun).toBe(true));
    const theirs = JSON.stringify({ holder: 'another tab', until: Date.now() + 60_000 });
    other.storage.setItem(lease, theirs);
    await new Promise((resolve) => setTimeout(resolve, 0));
    finish('refreshed');
    expect(await result).toBe('refreshed');
    expect(tabs.values.get(lease)).toBe(theirs);
  });
});

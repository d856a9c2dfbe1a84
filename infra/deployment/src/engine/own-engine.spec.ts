import { mountsBelow } from './own-engine.js';

describe('mounts that an engine leaves', () => {
  const mounts = [
    'proc /proc proc rw 0 0',
    'overlay /tmp/one/data/overlay2 overlay rw 0 0',
    'nsfs /tmp/one/exec/netns/default nsfs rw 0 0',
    'nsfs /tmp/one/exec/netns nsfs rw 0 0',
    'nsfs /tmp/one-other/exec/netns nsfs rw 0 0',
  ].join('\n');

  it('lists the mounts below the engine’s folder, innermost first', () => {
    expect(mountsBelow('/tmp/one', mounts)).toEqual([
      '/tmp/one/exec/netns/default',
      '/tmp/one/data/overlay2',
      '/tmp/one/exec/netns',
    ]);
  });

  it('lists nothing for a folder without mounts', () => {
    expect(mountsBelow('/tmp/two', mounts)).toEqual([]);
  });
});

import { createLogger } from '../logging.js';
import { SystemFigures } from './system-figures.js';

const logger = createLogger('test', 'silent');

it('A figure is read when it is due, and again after it has changed', async () => {
  const figures = new SystemFigures(logger);
  let reads = 0;
  figures.add('dead_letters', 60_000, async () => ++reads);
  expect(await figures.current()).toEqual({ dead_letters: 1 });
  expect(await figures.current()).toEqual({ dead_letters: 1 });
  figures.invalidate('dead_letters');
  expect(await figures.current()).toEqual({ dead_letters: 2 });
});

it('A figure that cannot be read is absent, and read again with the next report', async () => {
  const figures = new SystemFigures(logger);
  let isUp = true;
  figures.add('dead_letters', 60_000, async () => {
    if (!isUp) throw new Error('down');
    return 1;
  });
  figures.add('images', 60_000, async () => ({ used: 5, free: null }));
  await figures.current();
  isUp = false;
  figures.invalidate('dead_letters');
  expect(await figures.current()).toEqual({ images: { used: 5, free: null } });
  isUp = true;
  expect(await figures.current()).toEqual({ dead_letters: 1, images: { used: 5, free: null } });
});

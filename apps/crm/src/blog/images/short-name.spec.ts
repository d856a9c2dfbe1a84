import { shortName } from './short-name.js';

test.each([
  ['1763713000000-abx7k2p9.png', '176371…x7k2p9.png'],
  ['a-photo.jpeg', 'a-photo.jpeg'],
  ['screenshot of a page', 'screen…a page'],
])('shortens %s to %s', (name, cut) => {
  expect(shortName(name)).toBe(cut);
});

import { render } from '@testing-library/react';
import { createLucideIcon, type LucideProps } from 'lucide-react';
import createIcon from './create-icon.js';

const house = {
  name: 'house',
  size: 24,
  node: [
    ['path', { d: 'M3 10 12 3l9 7', key: 'roof' }],
    ['circle', { cx: '12', cy: '15', r: '3', key: 'window' }],
  ] as [string, Record<string, string>][],
  aliases: ['home'],
};
const Icon = createIcon(house);
const LucideIcon = createLucideIcon(house as never);

it.each<[string, LucideProps]>([
  ['without attributes', {}],
  ['as the pages use it', { 'aria-hidden': true, size: 16, strokeWidth: 1.75, className: 'shrink-0 text-accent' }],
  ['with a name', { 'aria-label': 'Home' }],
  ['with a role', { role: 'img' }],
  ['with a colour, an id and a title', { color: 'red', id: 'home', children: <title>Home</title> }],
])('renders an icon %s as Lucide does', (_case, props) => {
  const [own, lucides] = [render(<Icon {...props} />), render(<LucideIcon {...props} />)];
  expect(own.container.innerHTML).toContain('<svg');
  expect(own.container.isEqualNode(lucides.container)).toBe(true);
});

import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { tolerateForeignChanges } from './foreign-changes.js';

/** Ways in which translators put a text into an element of their own. */
const translators: Record<string, (text: Text, wrapper: HTMLElement) => void> = {
  'in its place': (text, wrapper) => {
    wrapper.textContent = `«${text.data}»`;
    text.replaceWith(wrapper);
  },
  'beside it, and take it out': (text, wrapper) => {
    wrapper.textContent = `«${text.data}»`;
    text.before(wrapper);
    text.remove();
  },
  'around it': (text, wrapper) => {
    text.replaceWith(wrapper);
    wrapper.append(text);
    text.data = `«${text.data}»`;
  },
};

const { insertBefore, removeChild } = Node.prototype;
beforeAll(tolerateForeignChanges);
afterAll(() => Object.assign(Node.prototype, { insertBefore, removeChild }));

/** Translates all texts of the page, and lets the observers of these changes run. */
async function translate(put: (text: Text, wrapper: HTMLElement) => void): Promise<void> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const wrapper = document.createElement('font');
    put(text, wrapper);
  }
  await Promise.resolve();
}

let change: (value: number) => void;
function Changing({ children }: { children: (value: number) => ReactNode }) {
  const [value, setValue] = useState(0);
  change = (next) => act(() => setValue(next));
  return <p data-testid="part">{children(value)}</p>;
}

const textOf = () => screen.getByTestId('part').textContent?.replaceAll(/[«»]/g, '');

describe.each(Object.entries(translators))('a page whose translator puts its element %s', (_, put) => {
  const parts: Record<string, { children: (value: number) => ReactNode; before: string; after: string }> = {
    'removes a text': { children: (value) => <>{value === 0 && 'Sent'}!</>, before: 'Sent!', after: '!' },
    'puts an element in the place of a text': {
      children: (value) => (value === 0 ? 'Send' : <b>Sending</b>),
      before: 'Send',
      after: 'Sending',
    },
    'inserts an element before a text': {
      children: (value) => (
        <>
          {value > 0 && <b>Busy: </b>}
          Send {'it'}
        </>
      ),
      before: 'Send it',
      after: 'Busy: Send it',
    },
    'changes a text': { children: (value) => <>{value} leads</>, before: '0 leads', after: '1 leads' },
  };

  it.each(Object.entries(parts))('goes on when React %s', async (_name, { children, before, after }) => {
    render(<Changing>{children}</Changing>);
    expect(textOf()).toBe(before);
    await translate(put);
    change(1);
    await Promise.resolve();
    expect(textOf()).toBe(after);
    await translate(put);
    change(0);
    await Promise.resolve();
    expect(textOf()).toBe(before);
    await translate(put);
    cleanup();
    expect(document.body.textContent).toBe('');
  });
});

it('takes a text for removed that an extension has removed', async () => {
  render(<Changing>{(value) => <>{value === 0 && 'Sent'}!</>}</Changing>);
  screen.getByTestId('part').firstChild?.remove();
  await Promise.resolve();
  change(1);
  expect(textOf()).toBe('!');
});

it('still throws where React is not concerned: the node to insert is no node', () => {
  expect(() => document.body.insertBefore(undefined as unknown as Node, null)).toThrow(TypeError);
});

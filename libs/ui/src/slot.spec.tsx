import '@testing-library/jest-dom';
import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { Slot } from './slot.js';

it('adds attributes to its child, whose own attributes count', () => {
  render(
    <Slot id="outer" title="Outer" className="outer">
      <a href="/blog" title="Inner" className="inner">
        Blog
      </a>
    </Slot>,
  );
  const link = screen.getByRole('link', { name: 'Blog' });
  expect(link).toHaveAttribute('id', 'outer');
  expect(link).toHaveAttribute('title', 'Inner');
  expect(link).toHaveClass('outer', 'inner');
});

it("calls its child's event handler first, then its own", () => {
  const calls: string[] = [];
  render(
    <Slot onClick={() => calls.push('slot')} onFocus={() => calls.push('focus')}>
      <button type="button" onClick={() => calls.push('child')} onFocus={undefined}>
        Save
      </button>
    </Slot>,
  );
  fireEvent.click(screen.getByRole('button'));
  fireEvent.focus(screen.getByRole('button'));
  expect(calls).toEqual(['child', 'slot', 'focus']);
});

it('sets and clears its own ref and that of its child', () => {
  const own = createRef<HTMLElement>();
  const seen: unknown[] = [];
  const page = (
    <Slot ref={own}>
      <button type="button" ref={(element) => void seen.push(element)}>
        Save
      </button>
    </Slot>
  );
  const { unmount } = render(page);
  const button = screen.getByRole('button');
  expect(own.current).toBe(button);
  unmount();
  expect(own.current).toBeNull();
  expect(seen).toEqual([button, null]);
});

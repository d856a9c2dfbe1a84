import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { handleUnusualInput } from './keys-and-fills.js';

interface FormProps {
  onSend: (email: string) => void;
  onCompany: () => void;
}

function SignInForm({ onSend, onCompany }: FormProps) {
  const [email, setEmail] = useState('');
  return (
    <form onSubmit={() => onSend(email)}>
      <input aria-label="Email" value={email} onChange={({ target }) => setEmail(target.value)} />
      <input aria-label="Company" onChange={onCompany} />
    </form>
  );
}

beforeAll(handleUnusualInput);

describe('a key that an input method handles', () => {
  const press = (init: KeyboardEventInit) => {
    const onKeyDown = jest.fn();
    const { container } = render(<input aria-label="Client" onKeyDown={onKeyDown} />);
    document.addEventListener('keydown', onKeyDown, { once: true });
    fireEvent.keyDown(container.querySelector('input')!, init);
    document.removeEventListener('keydown', onKeyDown);
    return onKeyDown.mock.calls.length;
  };

  it.each([
    ['during a composition', { key: 'Enter', isComposing: true }],
    ['that ends a composition in Safari', { key: 'Enter', keyCode: 229 }],
    ['that closes the list of candidates', { key: 'Escape', isComposing: true }],
  ])('%s reaches no handler', (_, init) => expect(press(init)).toBe(0));

  it('reaches every handler when nothing is composed', () => expect(press({ key: 'Enter' })).toBe(2));
});

describe('a form with fields that were filled without an event', () => {
  /** Sets a value as a password manager does. */
  const fillSilently = (label: string, value: string) =>
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      screen.getByLabelText(label),
      value,
    );

  it('sends what its fields show, and changes no other', () => {
    const sent = jest.fn();
    const changed = jest.fn();
    render(<SignInForm onSend={sent} onCompany={changed} />);
    fillSilently('Email', 'owner@example.com');
    const form = screen.getByLabelText<HTMLInputElement>('Email').form!;
    fireEvent(form, createEvent.submit(form));
    // A browser lets React render between two listeners of an event that a user has caused; jsdom does not.
    fireEvent(form, createEvent.submit(form));
    expect(sent).toHaveBeenLastCalledWith('owner@example.com');
    expect(changed).not.toHaveBeenCalled();
  });
});

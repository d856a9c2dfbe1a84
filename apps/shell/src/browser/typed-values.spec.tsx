import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { keepTypedValues } from './typed-values.js';

function Form({ label }: { label: string }) {
  return (
    <form aria-label={label}>
      <p>
        <input name="name" aria-label={`${label}: name`} />
      </p>
      <textarea name="message" aria-label={`${label}: message`} />
      <select name="budget" aria-label={`${label}: budget`}>
        <option value="">None</option>
        <option value="small">Small</option>
      </select>
      <input type="checkbox" name="newsletter" aria-label={`${label}: newsletter`} />
    </form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

function Page() {
  useEffect(() => {
    document.documentElement.dataset.answering = '';
  }, []);
  return ['Inquiry', 'Newsletter'].map((label) => <Form key={label} label={label} />);
}

/** Renders the page as the server does, lets `before` change it, and hydrates it. */
async function hydratePage(before: () => Promise<void>): Promise<void> {
  delete document.documentElement.dataset.answering;
  document.body.innerHTML = `<div id="root">${renderToString(<Page />)}</div>`;
  await before();
  keepTypedValues();
  await act(async () => {
    hydrateRoot(document.getElementById('root')!, <Page />, { onRecoverableError: () => {} });
  });
}

it('keeps typed and chosen values, each in its form, and the focus, where React renders the page again', async () => {
  let served!: HTMLElement;
  await hydratePage(async () => {
    const user = userEvent.setup();
    await user.click(field('Newsletter: newsletter'));
    await user.type(field('Inquiry: message'), 'typed early');
    await user.selectOptions(field('Inquiry: budget'), 'small');
    await user.type(field('Inquiry: name'), 'Ada');
    served = field('Inquiry: name');
    served.insertAdjacentHTML('afterend', '<x-extension></x-extension>');
  });
  await waitFor(() => expect(field('Inquiry: message').value).toBe('typed early'));
  expect(served.isConnected).toBe(false);
  expect(field('Inquiry: name').value).toBe('Ada');
  expect(document.activeElement).toBe(field('Inquiry: name'));
  expect(field('Inquiry: budget').value).toBe('small');
  expect(field('Inquiry: newsletter').checked).toBe(false);
  expect(field('Newsletter: name').value).toBe('');
  expect(field('Newsletter: newsletter').checked).toBe(true);
});

it('leaves the fields of a hydrated page alone', async () => {
  await hydratePage(async () => {});
  const name = field('Inquiry: name');
  await userEvent.type(name, 'Ada');
  const copy = document.createElement('input');
  copy.name = name.name;
  await act(async () => name.replaceWith(copy));
  expect(copy.value).toBe('');
});

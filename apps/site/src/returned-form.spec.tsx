import { type FormOutcome, formOutcomeKey } from '@docfolio/api-client/form-outcome';
import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { StaticRouter } from 'react-router-dom';
import ContactPage from './contact/contact.page.js';

const refused: FormOutcome = {
  kind: 'refused',
  form: 'lead.contact',
  values: { name: 'Ada', email: 'ada@', phone: '', company: '', message: 'First words' },
  errors: { email: 'Invalid email address' },
};

function clientWith(outcome: FormOutcome) {
  const client = createQueryClient();
  client.setQueryData(formOutcomeKey, outcome);
  return client;
}

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
  sessionStorage.clear();
});

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

/** The page as the server sent it back, then `before`, then hydration. */
async function returnedPage(before: () => void): Promise<string[]> {
  const html = renderToString(
    <QueryClientProvider client={clientWith(refused)}>
      <StaticRouter location="/contact">
        <ContactPage />
      </StaticRouter>
    </QueryClientProvider>,
  );
  window.history.replaceState(null, '', '/contact');
  document.body.innerHTML = `<div id="root">${html}</div>`;
  before();
  const complaints: string[] = [];
  await act(async () => {
    root = hydrateRoot(
      document.getElementById('root')!,
      <QueryClientProvider client={clientWith(refused)}>
        <BrowserRouter>
          <ContactPage />
        </BrowserRouter>
      </QueryClientProvider>,
      { onRecoverableError: (error) => complaints.push(String(error)) },
    );
  });
  return complaints;
}

it('shows what is wrong, with a link to the field, and is hydrated without a difference', async () => {
  expect(await returnedPage(() => {})).toEqual([]);
  expect(screen.getByRole('alert')).toHaveTextContent('One field needs another look');
  expect(screen.getByRole('link', { name: 'Invalid email address' })).toHaveAttribute('href', '#email');
  expect(field('Email')).toHaveAttribute('id', 'email');
  expect(field('Email')).toHaveAccessibleDescription('Invalid email address');
  expect(field('Message')).toHaveValue('First words');
  expect(document.title).toMatch(/^Error: Contact/);
});

it('keeps what the visitor has changed before it is hydrated', async () => {
  await returnedPage(() => {
    field('Message').value = 'Better words';
    field('Email').value = 'ada@example.com';
  });
  expect(field('Message')).toHaveValue('Better words');
  expect(field('Email')).toHaveValue('ada@example.com');
});

it('leaves a form that the browser is posting already to the browser', async () => {
  await returnedPage(() => {});
  document.querySelector('form')!.dataset.posted = '';
  const submitted = jest.fn((event: Event) => {
    const { defaultPrevented } = event;
    event.preventDefault();
    return defaultPrevented;
  });
  window.addEventListener('submit', submitted, { once: true });
  await userEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));
  expect(submitted).toHaveReturnedWith(false);
});

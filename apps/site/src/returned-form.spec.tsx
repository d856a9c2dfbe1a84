import { createQueryClient } from '@docfolio/api-client/query-client';
import { BrowserRouter } from '@docfolio/federation/router';
import { type FormOutcome, formOutcomeKey } from '@docfolio/public-forms/form-outcome';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
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

/** Renders the page of a refused form, runs `before` and hydrates it. @returns hydration errors */
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

it('shows the errors of a refused form with links to the fields, and hydrates without errors', async () => {
  expect(await returnedPage(() => {})).toEqual([]);
  expect(screen.getByRole('alert')).toHaveTextContent('One field needs another look');
  expect(screen.getByRole('link', { name: 'Invalid email address' })).toHaveAttribute('href', '#email');
  expect(field('Email')).toHaveAttribute('id', 'email');
  expect(field('Email')).toHaveAccessibleDescription('Invalid email address');
  expect(field('Message')).toHaveValue('First words');
  expect(document.title).toMatch(/^Error: Contact/);
});

it('keeps text that the visitor changed before hydration', async () => {
  await returnedPage(() => {
    field('Message').value = 'Better words';
    field('Email').value = 'ada@example.com';
  });
  expect(field('Message')).toHaveValue('Better words');
  expect(field('Email')).toHaveValue('ada@example.com');
});

it('keeps the values when it is sent again in vain', async () => {
  await returnedPage(() => {});
  await act(async () => {
    field('Email').value = 'ada@example.com';
  });
  await userEvent.click(screen.getByRole('button', { name: /^Send/ }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect([field('Name').value, field('Email').value, field('Message').value]).toEqual([
    'Ada',
    'ada@example.com',
    'First words',
  ]);
});

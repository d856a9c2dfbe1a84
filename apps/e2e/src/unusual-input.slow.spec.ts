/**
 * What password managers, input methods and extensions of browsers do to fields.
 * @subject apps/shell/src/browser
 * @everyday apps/shell/src/browser/keys-and-fills.spec.tsx
 */
import { earlyVisitor } from './support/early-visitor.js';
import { admin, expect, signIn, test } from './support/test.js';

test('fields that a password manager has filled without an event sign in', async ({ page }) => {
  await page.goto('/auth');
  for (const [label, value] of [
    ['Email', admin.email],
    ['Password', admin.password],
  ] as const)
    await page.getByLabel(label, { exact: true }).evaluate((field, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    }, value);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/admin**');
});

test('keys of a composition choose nothing and close nothing in the picker of a client', async ({ page, owner }) => {
  await owner.send('POST', '/clients', { name: 'Composed Ferries', email: 'office@composed.example' });
  await signIn(page, '/admin/projects?form=add');
  const client = page.getByRole('combobox', { name: 'Client' });
  const option = page.getByRole('option', { name: /Composed Ferries/ });
  /** Presses a key as the browser does while an input method uses it. */
  const pressInComposition = (key: string) =>
    client.evaluate(
      (field, name) =>
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: name, keyCode: 229, isComposing: true, bubbles: true, cancelable: true }),
        ),
      key,
    );
  await client.click();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.imeSetComposition', { text: 'composed', selectionStart: 8, selectionEnd: 8 });
  await expect(option).toBeVisible();
  await pressInComposition('Enter');
  await pressInComposition('Escape');
  await expect(client).toHaveValue('composed');
  await expect(option).toBeVisible();
  await browser.send('Input.insertText', { text: 'composed' });
  // The unfiltered list has the option, too. Enter chooses the active one, and nothing before the list is that of the text.
  await expect(client).toHaveAttribute('aria-activedescendant', String(await option.getAttribute('id')));
  await client.press('Enter');
  await expect(client).toHaveValue(/Composed Ferries/);
});

test.describe('what was typed before hydration stays', () => {
  const extensions: Record<string, () => void> = {
    'adds an element before a textarea': () => {
      for (const field of document.querySelectorAll('textarea'))
        field.insertAdjacentHTML('beforebegin', '<x-extension></x-extension>');
    },
    'adds an element after each input': () => {
      for (const field of document.querySelectorAll('input'))
        field.insertAdjacentHTML('afterend', '<div data-ext></div>');
    },
    'adds an element at the start of the page': () => {
      document.getElementById('root')!.insertAdjacentHTML('afterbegin', '<div data-ext></div>');
    },
    'marks all fields': () => {
      for (const field of document.querySelectorAll('input,textarea')) field.setAttribute('data-ext', '1');
    },
  };
  for (const [what, change] of Object.entries(extensions))
    test(`where an extension ${what}`, async ({ browser, platform }) => {
      const { page, release } = await earlyVisitor(browser, platform);
      await page.goto('/contact', { waitUntil: 'commit' });
      const message = page.getByLabel('Message', { exact: true });
      await message.fill('typed early');
      await page.getByLabel('Company').fill('Early Ferries');
      await page.evaluate(change);
      release();
      await page.locator('html[data-answering]').waitFor({ state: 'attached' });
      await expect(message).toHaveValue('typed early');
      await expect(page.getByLabel('Company')).toHaveValue('Early Ferries');
    });
});

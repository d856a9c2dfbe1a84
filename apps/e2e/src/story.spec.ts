import { randomUUID } from 'node:crypto';
import { sizes } from './support/look.js';
import { mailsIn } from './support/mailbox.js';
import { admin, expect, fillContactForm, newVisitor, signInByForm, test, toastOf } from './support/test.js';

test.describe('a contact form on its way to the CRM', () => {
  for (const [device, viewport] of Object.entries(sizes)) {
    test(`is sent by a visitor, set to Contacted by the owner, and mailed to both, on a ${device}`, {
      tag: device === 'desktop' ? '@replicas' : [],
    }, async ({ browser, platform }) => {
      // Another run's lead and emails may be there: the platform of `npm run verify -- compose` is restored and tried again.
      const run = randomUUID().slice(0, 8);
      const name = `Ines ${device} ${run}`;
      const email = `ines.${device}.${run}@example.com`;

      const visitor = await newVisitor(browser, platform, { viewport });
      await visitor.goto('/contact');
      await fillContactForm(visitor, {
        name,
        email,
        message: 'Our checkout times out at night.\nCan you look?',
        company: 'Okonkwo & Co',
      });
      await visitor.locator('form button[type="submit"]').click();
      const toast = toastOf(visitor);
      await expect(toast).toContainText('Thank you for your inquiry!');
      await expect(toast).toContainText("We'll get back to you within 24 hours.");
      await expect(visitor.getByLabel('Message', { exact: true })).toHaveValue('');

      const owner = await newVisitor(browser, platform, { viewport });
      await signInByForm(owner);
      await owner.goto('/admin/leads');
      // A table's row on a desktop, a list's item on a phone.
      const row = owner.getByRole('row').or(owner.getByRole('listitem')).filter({ hasText: name });
      await expect(row).toBeVisible();
      await row.getByRole('button', { name: /New/ }).click();
      await owner.getByRole('menuitemradio', { name: /Contacted/ }).click();
      await expect(row.getByRole('button', { name: /Contacted/ })).toBeVisible();
      await owner.reload();
      await expect(row.getByRole('button', { name: /Contacted/ })).toBeVisible();

      await expect
        .poll(
          async () => (await mailsIn(platform.dataDir)).filter((mail) => JSON.stringify(mail).includes(email)).length,
        )
        .toBe(2);
      const mails = await mailsIn(platform.dataDir);
      const toOwner = mails.filter((mail) => mail.headers.to === admin.email && mail.headers['reply-to'] === email);
      const toVisitor = mails.filter((mail) => mail.headers.to === email);
      expect(toOwner).toHaveLength(1);
      expect(toOwner[0]!.body).toContain('Our checkout times out at night.');
      expect(toVisitor).toHaveLength(1);
      expect(toVisitor[0]!.body).not.toContain('checkout');
    });
  }
});

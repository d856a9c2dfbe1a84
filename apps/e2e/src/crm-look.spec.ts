import { expectGoodLook, longWord } from './support/look.js';
import { expect, newVisitor, signIn, test } from './support/test.js';

/** The other pages and the dialogs: crm-look.slow.spec.ts. */
test('the list of leads is accessible in both themes and fits each size, also with the longest values', async ({
  browser,
  owner,
  platform,
}) => {
  const email = `${longWord.slice(0, 60)}@${'long-subdomain.'.repeat(8)}example.com`;
  const { id } = await owner.send<{ id: string }>('POST', '/leads', {
    ...{ name: longWord, email, company: longWord, service_interest: longWord, source: 'direct' },
  });
  const page = await newVisitor(browser, platform, { reducedMotion: 'reduce' });
  // One row, because axe takes long for each.
  await signIn(page, `/admin/leads?search=${longWord.slice(0, 30)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(longWord).first()).toBeAttached();
  await expectGoodLook(page);
  await owner.send('DELETE', `/leads/${id}`);
});

import { expectSiteWithoutBlog, faults } from './support/missing-remote.js';
import { anyVisitor, test } from './support/test.js';

test.describe('a missing remote', () => {
  test('(404) leaves the shell and the other remotes working, and Retry loads it', async ({ browser, platform }) => {
    await expectSiteWithoutBlog(await anyVisitor(browser, platform), faults['404']);
  });
});

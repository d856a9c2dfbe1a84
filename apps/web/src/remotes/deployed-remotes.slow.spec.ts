/**
 * Thousands of visitors of a canary, and a hundred builds in a small cache.
 * @subject apps/web/src/remotes apps/web/src/rendering
 * @everyday apps/web/src/remotes/deployed-remotes.spec.ts
 */
import path from 'node:path';
import { blogPage, sizeOf } from '../../test/blog-page.js';
import { DeploymentFixture } from '../../test/deployment-fixture.js';

let fixture: DeploymentFixture;
beforeEach(async () => {
  fixture = await DeploymentFixture.start();
});
afterEach(() => fixture.stop());

const blog = () => blogPage(fixture);

describe('a canary', () => {
  it('is given to 10 % ± 2 of 5,000 visitors by a cookie that no script can read', async () => {
    const [current, canary] = [await fixture.publish({ heading: 'Stable' }), await fixture.publish({ heading: 'New' })];
    await fixture.deployAndWait({ current, canary: { build: canary, percent: 10 } });
    let share = 0;
    for (let visitor = 0; visitor < 5_000; visitor += 1) {
      const { build, answer } = await blog();
      const [cookie = ''] = [answer.headers['set-cookie']].flat();
      expect(cookie).toMatch(/^docfolio_bucket=\d{1,2}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
      expect(build === canary).toBe(Number(/=(\d+)/.exec(cookie)![1]) < 10);
      if (build === canary) share += 1;
    }
    expect(share).toBeGreaterThan(400);
    expect(share).toBeLessThan(600);
  });
});

describe('builds that were replaced', () => {
  it('are removed from disk and memory beyond the limit, a hundred of them too', async () => {
    await fixture.stop();
    fixture = await DeploymentFixture.start({ maxBytes: 100_000 });
    const builds: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      const build = await fixture.publish({ heading: `Build ${count}` });
      await fixture.deployAndWait({ current: build, previous: builds.at(-1) ?? null });
      builds.push(build);
    }
    expect((await blog()).heading).toBe('Build 99');
    // The two that are needed, and what fits into the limit.
    await fixture.until(async () => (await sizeOf(path.join(fixture.folder, 'cache/blog'))) < 150_000);
    expect(fixture.deployed.served.get('blog')?.previous?.record.build).toBe(builds.at(-2));
  });
});

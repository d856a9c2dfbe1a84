/** @alone one of the specs of this batch did not end when they shared modules */
import { openPageToken } from '@docfolio/remote-build/page-token';
import { blogPage, pageTokenOf } from '../../test/blog-page.js';
import { DeploymentFixture } from '../../test/deployment-fixture.js';
import type { Answer } from '../../test/web-fixture.js';
import { ReadyPages } from '../ready-pages.js';

let fixture: DeploymentFixture;
beforeEach(async () => {
  fixture = await DeploymentFixture.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await fixture.stop();
});

const pageOf = (answer: Answer) => openPageToken(pageTokenOf(answer)!, fixture.pageTokens.publicKey);
const everyPage = () => jest.spyOn(Math, 'random').mockReturnValue(0.05);

describe('the token of a page', () => {
  it('names the build that this visitor gets, and those that replace it if it fails', async () => {
    const [current, canary] = [await fixture.publish({ heading: 'Stable' }), await fixture.publish({ heading: 'New' })];
    await fixture.deployAndWait({ current, canary: { build: canary, percent: 10 } });
    const began = Date.now();
    const ofCanary = pageOf((await blogPage(fixture, { cookie: 'docfolio_bucket=0' })).answer);
    expect([...ofCanary!.builds]).toEqual([['blog', [canary, current]]]);
    expect(ofCanary!.servedAt).toBeGreaterThanOrEqual(began);
    expect(ofCanary!.servedAt).toBeLessThanOrEqual(Date.now());
    const ofCurrent = pageOf((await blogPage(fixture, { cookie: 'docfolio_bucket=99' })).answer);
    expect([...ofCurrent!.builds]).toEqual([['blog', [current, null]]]);
  });

  it('is another one for each response, also if the page comes from a cache or has not changed', async () => {
    everyPage();
    const find = jest.spyOn(ReadyPages.prototype, 'find');
    await fixture.deployAndWait({ current: await fixture.publish() });
    const answers = [(await blogPage(fixture)).answer];
    do answers.push((await blogPage(fixture)).answer);
    while (find.mock.results.at(-1)?.value === undefined);
    const { etag } = answers.at(-1)!.headers;
    const unchanged = await fixture.get('/blog', { 'if-none-match': String(etag) });
    expect(unchanged.status).toBe(304);
    const nonces = [...answers, unchanged].map((answer) => pageOf(answer)?.nonce);
    expect(nonces).not.toContain(undefined);
    expect(new Set(nonces).size).toBe(nonces.length);
    expect(answers.at(-1)!.text).toBe(answers[0]!.text);
  });

  it('is on a tenth of the pages without a canary, and on all with one', async () => {
    const [current, canary] = [await fixture.publish(), await fixture.publish({ heading: 'New' })];
    await fixture.deployAndWait({ current });
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.1);
    expect(pageTokenOf((await blogPage(fixture)).answer)).toBeUndefined();
    random.mockReturnValue(0.099);
    expect(pageTokenOf((await blogPage(fixture)).answer)).toBeDefined();
    random.mockReturnValue(0.99);
    await fixture.deployAndWait({ current, canary: { build: canary, percent: 1 } });
    expect(pageTokenOf((await blogPage(fixture)).answer)).toBeDefined();
  });

  it('is not on pages without deployed builds, on HEAD and on files', async () => {
    everyPage();
    expect(pageTokenOf((await blogPage(fixture)).answer)).toBeUndefined();
    const build = await fixture.publish();
    await fixture.deployAndWait({ current: build });
    expect(pageTokenOf(await fixture.web.get('/blog', {}, 'HEAD'))).toBeUndefined();
    expect(pageTokenOf(await fixture.get(`/remotes/blog/${build}/mf-manifest.json`))).toBeUndefined();
    expect(pageTokenOf(await fixture.get('/remotes.json'))).toBeUndefined();
  });
});

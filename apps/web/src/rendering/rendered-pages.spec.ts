import { brotliDecompressSync } from 'node:zlib';
import { bodyOf, RenderingFixture, stateOf } from '../../test/rendering-fixture.js';

let fixture: RenderingFixture;
beforeEach(async () => {
  fixture = await RenderingFixture.start();
});
afterEach(() => fixture.stop());

describe('a page that is drawn here', () => {
  it('holds what a visitor without JavaScript reads, and what the browser takes it over with', async () => {
    const answer = await fixture.get('/blog');
    expect(answer.status).toBe(200);
    expect(bodyOf(answer)).toContain('<h1>The blog</h1><p>words of the gateway');
    expect(bodyOf(answer)).toContain('<nav');
    expect(stateOf(answer)).toMatchObject({
      origin: fixture.web.url,
      queries: { queries: [{ queryKey: ['/blog'], state: { data: { words: 'words of the gateway' } } }] },
    });
    expect(answer.text).not.toContain('<noscript>');
  });

  it('has its own head, once, and no script but files and data', async () => {
    const { text } = await fixture.get('/blog/a-post');
    expect(text.match(/<title[^>]*>[^<]*/g)).toEqual(['<title data-rendered="">Title of /blog/a-post']);
    expect(text).toContain(`<link data-rendered="" rel="canonical" href="${fixture.web.url}/blog/a-post"/>`);
    expect(text).toContain('<script type="application/ld+json">{"@type":"Article"}</script>');
    for (const [, attributes, content] of text.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect(content === '' || attributes?.includes('json"')).toBe(true);
    }
  });

  it('is dressed by its stylesheet before any script has run', async () => {
    const { text } = await fixture.get('/blog');
    const href = '/remotes/blog/routes.0123456789.css';
    expect(text).toContain(`<link rel="stylesheet" href="${href}" data-href="routes.0123456789.css">`);
    expect(text).not.toContain('as="style"');
  });

  it('is answered to HEAD, with 304 and compressed like any other', async () => {
    const whole = await fixture.get('/blog', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(whole.body).toString()).toContain('<h1>The blog</h1>');
    const head = await fixture.get('/blog', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const again = await fixture.get('/blog', {
      'accept-encoding': 'br',
      'if-none-match': String(whole.headers.etag),
    });
    expect([again.status, again.headers['content-security-policy']]).toEqual([
      304,
      whole.headers['content-security-policy'],
    ]);
  });

  it('can’t be broken out of by what it holds', async () => {
    fixture.answer({ words: '</script><script>alert(1)</script><!--' });
    const answer = await fixture.get('/blog');
    expect(answer.text).not.toContain('<script>alert');
    expect(stateOf(answer).queries.queries[0].state.data.words).toBe('</script><script>alert(1)</script><!--');
  });
});

describe('what the gateway is asked', () => {
  it('tells it who asks, and nothing else of the visitor', async () => {
    await fixture.get('/blog', {
      authorization: 'Bearer secret',
      cookie: 'sidebar_state=collapsed',
      'user-agent': 'Browser',
      'x-forwarded-for': '203.0.113.9',
      'accept-language': 'de',
    });
    const { url, headers } = fixture.asked[0]!;
    expect([url, headers['x-forwarded-for']]).toEqual(['/api/v1/blog', '127.0.0.1']);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(headers)).not.toMatch(/secret|collapsed|Browser|203\.0|"de"/);
  });
});

describe('the status', () => {
  it('is 404 where there is no page, drawn by the remote of that page', async () => {
    const answer = await fixture.get('/nowhere');
    expect([answer.status, bodyOf(answer).includes('<h1>The site</h1>')]).toEqual([404, true]);
  });

  it('is 404 where the page names what isn’t there', async () => {
    fixture.answer({ words: 'no such post', status: 404 });
    const answer = await fixture.get('/blog/nope');
    expect([answer.status, bodyOf(answer).includes('no such post')]).toEqual([404, true]);
  });

  it('is 301 where the page has moved, not for good', async () => {
    fixture.answer({ location: '/blog/its-new-name' });
    const answer = await fixture.get('/blog/its-old-name');
    expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([
      301,
      '/blog/its-new-name',
      'no-cache',
    ]);
  });

  it('never leads to another site', async () => {
    fixture.answer({ location: '//evil.example/' });
    expect((await fixture.get('/blog/a')).status).toBe(200);
  });

  it('is 500 when the gateway answers 500, and the browser renders the page', async () => {
    fixture.answer({}, 500);
    const answer = await fixture.get('/blog/a-post');
    expect([answer.status, answer.headers['retry-after'], bodyOf(answer)]).toEqual([500, undefined, '']);
    expect(answer.text).toContain('<noscript>');
    fixture.answer({ words: 'well again' });
    expect(bodyOf(await fixture.get('/blog/a-post'))).toContain('well again');
  });

  it.each([
    ['says that a service is away', () => fixture.answer({}, 503)],
    ['is away itself', () => fixture.hangUp()],
  ])('is 503 when the gateway %s, and the browser asks again', async (_case, fail) => {
    fail();
    const answer = await fixture.get('/blog');
    expect([answer.status, answer.headers['retry-after'], bodyOf(answer)]).toEqual([503, '7', '']);
    expect(stateOf(answer)).toEqual({ origin: fixture.web.url });
    expect(answer.text).toContain('<noscript>');
  });
});

describe('a page whose data is late', () => {
  /** Keeps the gateway silent. @returns what ends it */
  const silence = () => {
    let release = () => {};
    fixture.hold = new Promise((resolve) => {
      release = () => {
        fixture.hold = undefined;
        resolve();
      };
    });
    return release;
  };
  const summary = async (path: string) => {
    const answer = await fixture.get(path);
    return [answer.status, answer.headers['retry-after'], bodyOf(answer)];
  };
  const outage = (retryAfter: string) => [503, retryAfter, ''];
  const leftToBrowser = [200, undefined, ''];

  it('is an outage where no service has answered yet, and is drawn when they do', async () => {
    const release = silence();
    expect(await summary('/blog')).toEqual(outage('5'));
    const second = fixture.get('/blog');
    release();
    expect(bodyOf(await second)).toContain('words of the gateway');
  });

  it('is waited for by the first who asks, and drawn: a slow first answer is no outage', async () => {
    const release = silence();
    const first = summary('/blog');
    const late = setTimeout(release, 600);
    const [status, , body] = await first;
    clearTimeout(late);
    expect([status, String(body).includes('words of the gateway')]).toEqual([200, true]);
  });

  it('is waited for long by nobody once it was an outage', async () => {
    silence();
    const waited = async (path: string) => {
      const began = performance.now();
      expect(await summary(path)).toEqual(outage('5'));
      return performance.now() - began;
    };
    const first = await waited('/blog/first');
    expect(first).toBeGreaterThan(1_990);
    expect(await waited('/blog/second')).toBeLessThan(first);
  });

  it('is left to the browser where a service has just answered a page of its kind', async () => {
    await fixture.get('/blog/first');
    silence();
    expect(await summary('/blog/second')).toEqual(leftToBrowser);
    expect(await summary('/bookmarks')).toEqual(outage('5'));
  });

  it('is an outage after one, until a service answers: what the gateway has kept is no answer of a service', async () => {
    await fixture.get('/blog/first');
    fixture.answer({}, 503);
    expect((await fixture.get('/blog/second')).status).toBe(503);
    let release = silence();
    expect(await summary('/blog/third')).toEqual(outage('7'));
    fixture.answerBy(() => ({ status: 200, headers: { age: '12' }, json: { words: 'kept' } }));
    release();
    expect(bodyOf(await fixture.get('/blog/fourth'))).toContain('kept');
    release = silence();
    expect(await summary('/blog/fifth')).toEqual(outage('7'));
    fixture.answer({ words: 'well again' });
    release();
    expect(bodyOf(await fixture.get('/blog/sixth'))).toContain('well again');
    silence();
    expect(await summary('/blog/seventh')).toEqual(leftToBrowser);
  });

  it('is drawn without what it can do without', async () => {
    fixture.answer({}, 503);
    expect((await fixture.get('/blog')).status).toBe(503);
    silence();
    const answer = await fixture.get('/mentorship?utm_source=mail');
    expect([answer.status, bodyOf(answer).includes('<h1>The site</h1>')]).toEqual([200, true]);
    expect(fixture.web.log).toContainEqual(
      expect.objectContaining({ msg: 'a page is drawn without its testimonials', path: '/mentorship' }),
    );
  });
});

describe('the browser draws the page', () => {
  afterEach(async () => {
    // And afterwards it is drawn here again.
    fixture.answer({ words: 'well again' });
    await fixture.deploy('blog', 'The blog');
    expect(bodyOf(await fixture.get('/blog'))).toContain('well again');
  });

  const expectLeftToBrowser = async () => {
    const answer = await fixture.get('/blog');
    expect([answer.status, bodyOf(answer)]).toEqual([200, '']);
    expect(answer.text).toContain('<title data-initial>Blog · ');
    expect(answer.text).toContain('<link rel="preload" as="style"');
  };

  it.each([
    ['fetching what it shows fails', () => fixture.answer({ fails: 'loading' })],
    ['drawing it fails', () => fixture.answer({ fails: 'drawing' })],
    ['its remote has no build for the server', () => fixture.withdraw('blog')],
    ['that build throws', () => fixture.deployCode('blog', 'throw new Error("broken")')],
    ['that build is no JavaScript', () => fixture.deployCode('blog', 'exports.{')],
    ['that build exports something else', () => fixture.deployCode('blog', 'exports.Routes = () => null')],
    ['that build wants what isn’t shared', () => fixture.deployCode('blog', 'require("lodash")')],
  ])('when %s', async (_case, fault) => {
    await fault();
    await expectLeftToBrowser();
  });

  it('when it takes longer than half a second; who comes later gets what was drawn meanwhile', async () => {
    await fixture.get('/blog');
    fixture.feed.drop(['posts']);
    fixture.gatewaySequence = 1;
    let release = () => {};
    fixture.hold = new Promise((resolve) => {
      release = resolve;
    });
    const began = performance.now();
    await expectLeftToBrowser();
    expect(performance.now() - began).toBeGreaterThan(490);
    const second = fixture.get('/blog');
    release();
    expect(bodyOf(await second)).toContain('words of the gateway');
    expect(fixture.asked).toHaveLength(2);
  });
});

it('draws with a remote’s new build as soon as it is there', async () => {
  expect(bodyOf(await fixture.get('/blog'))).toContain('The blog');
  await fixture.deploy('blog', 'The new blog');
  expect(bodyOf(await fixture.get('/blog'))).toContain('The new blog');
});

it('serves nobody the build that it draws with', async () => {
  expect((await fixture.get('/remotes/blog/server/server.js')).status).toBe(404);
  expect((await fixture.get('/remotes/blog/%73erver/server.js')).status).toBe(404);
});

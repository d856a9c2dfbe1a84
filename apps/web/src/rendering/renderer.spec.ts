import { brotliDecompressSync } from 'node:zlib';
import { bodyOf, RenderingFixture, stateOf } from '../../test/rendering-fixture.js';
import { integrityOf } from '../../test/web-fixture.js';

let fixture: RenderingFixture;
beforeEach(async () => {
  fixture = await RenderingFixture.start();
});
afterEach(() => fixture.stop());

describe('a server-rendered page', () => {
  it('contains its HTML and the data for hydration', async () => {
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

  it('has its own head, and scripts as files or data only', async () => {
    const { text } = await fixture.get('/blog/a-post');
    expect(text.match(/<title[^>]*>[^<]*/g)).toEqual(['<title data-rendered="">Title of /blog/a-post']);
    expect(text).toContain(`<link data-rendered="" rel="canonical" href="${fixture.web.url}/blog/a-post"/>`);
    expect(text).toContain('<script type="application/ld+json">{"@type":"Article"}</script>');
    for (const [, attributes, content] of text.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect(content === '' || attributes?.includes('json"')).toBe(true);
    }
  });

  it('links its stylesheet', async () => {
    const { text } = await fixture.get('/blog');
    const href = '/remotes/blog/routes.0123456789.css';
    const integrity = integrityOf('/* the styles of blog */');
    expect(text).toContain(
      `<link rel="stylesheet" href="${href}" integrity="${integrity}" crossorigin="anonymous" data-href="routes.0123456789.css">`,
    );
    expect(text).not.toContain('as="style"');
  });

  it('supports HEAD, 304 and compression', async () => {
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

  it('escapes its data', async () => {
    fixture.answer({ words: '</script><script>alert(1)</script><!--' });
    const answer = await fixture.get('/blog');
    expect(answer.text).not.toContain('<script>alert');
    expect(stateOf(answer).queries.queries[0].state.data.words).toBe('</script><script>alert(1)</script><!--');
  });
});

describe('requests to the gateway', () => {
  it('contain the visitor’s address and nothing else of the visitor', async () => {
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
  it('is 404 for an unknown path, with the rendered 404 page', async () => {
    const answer = await fixture.get('/nowhere');
    expect([answer.status, bodyOf(answer).includes('<h1>The site</h1>')]).toEqual([404, true]);
  });

  it('is 404 if the record of the page does not exist', async () => {
    fixture.answer({ words: 'no such post', status: 404 });
    const answer = await fixture.get('/blog/nope');
    expect([answer.status, bodyOf(answer).includes('no such post')]).toEqual([404, true]);
  });

  it('is 308 to the path in lower case if only the path with capitals has no record', async () => {
    fixture.answerBy(({ url }) =>
      /[A-Z]/.test(url) ? { status: 200, json: { status: 404 } } : { status: 200, json: {} },
    );
    const answer = await fixture.get('/blog/Slug-With-Capitals?page=A');
    expect([answer.status, answer.headers.location]).toEqual([308, '/blog/slug-with-capitals?page=A']);
    expect((await fixture.get('/blog/slug-with-capitals')).status).toBe(200);
  });

  it('leaves a path with capitals that has a record as it is', async () => {
    expect((await fixture.get('/blog/Slug-With-Capitals')).status).toBe(200);
  });

  it('is 301 without caching if the page has moved', async () => {
    fixture.answer({ location: '/blog/its-new-name' });
    const answer = await fixture.get('/blog/its-old-name');
    expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([
      301,
      '/blog/its-new-name',
      'no-cache',
    ]);
  });

  it('is never a redirect to another site', async () => {
    fixture.answer({ location: '//evil.example/' });
    expect((await fixture.get('/blog/a')).status).toBe(200);
  });

  it('is 500 if the gateway fails, and the browser renders the page', async () => {
    fixture.answer({}, 500);
    const answer = await fixture.get('/blog/a-post');
    expect([answer.status, answer.headers['retry-after'], bodyOf(answer)]).toEqual([500, undefined, '']);
    expect(answer.text).toContain('<noscript>');
    fixture.answer({ words: 'well again' });
    expect(bodyOf(await fixture.get('/blog/a-post'))).toContain('well again');
  });

  it.each([
    ['reports an unavailable service', () => fixture.answer({}, 503)],
    ['is down', () => fixture.hangUp()],
  ])('is 503 when the gateway %s, and the browser retries', async (_case, fail) => {
    fail();
    const answer = await fixture.get('/blog');
    expect([answer.status, answer.headers['retry-after'], bodyOf(answer)]).toEqual([503, '7', '']);
    expect(stateOf(answer)).toEqual({ origin: fixture.web.url });
    expect(answer.text).toContain('<noscript>');
  });
});

describe('a slow page', () => {
  /** Makes the gateway silent. @returns a function that ends it */
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

  it('gets 503 until a service has responded', async () => {
    const release = silence();
    expect(await summary('/blog')).toEqual(outage('5'));
    const second = fixture.get('/blog');
    release();
    expect(bodyOf(await second)).toContain('words of the gateway');
  });

  it('is rendered for the first visitor, who waits longer', async () => {
    const release = silence();
    const first = summary('/blog');
    const late = setTimeout(release, 600);
    const [status, , body] = await first;
    clearTimeout(late);
    expect([status, String(body).includes('words of the gateway')]).toEqual([200, true]);
  });

  it('makes only the first visitor wait longer during an outage', async () => {
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

  it('is left to the browser if a service of its route has just responded', async () => {
    await fixture.get('/blog/first');
    silence();
    expect(await summary('/blog/second')).toEqual(leftToBrowser);
    expect(await summary('/bookmarks')).toEqual(outage('5'));
  });

  it('gets 503 until a service responds; responses of the gateway’s cache do not count', async () => {
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

  it('is rendered without its optional parts', async () => {
    fixture.answer({}, 503);
    expect((await fixture.get('/blog')).status).toBe(503);
    silence();
    const answer = await fixture.get('/mentorship?utm_source=mail');
    expect([answer.status, bodyOf(answer).includes('<h1>The site</h1>')]).toEqual([200, true]);
    expect(fixture.web.log).toContainEqual(
      expect.objectContaining({ msg: 'page rendered without its testimonials', path: '/mentorship' }),
    );
  });
});

describe('the browser renders the page', () => {
  afterEach(async () => {
    // After each fault, the page is rendered on the server again.
    fixture.answer({ words: 'well again' });
    await fixture.deploy('blog', 'The blog');
    // A page that was cached before is served until the replaced build is noticed, within a second.
    for (let body = ''; !body.includes('well again'); ) body = bodyOf(await fixture.get('/blog'));
  });

  const expectLeftToBrowser = async () => {
    const answer = await fixture.get('/blog');
    expect([answer.status, bodyOf(answer)]).toEqual([200, '']);
    expect(answer.text).toContain('<title data-initial>Blog · ');
    expect(answer.text).toContain('<link rel="preload" as="style"');
  };

  it.each([
    ['loading its data fails', () => fixture.answer({ fails: 'loading' })],
    ['rendering fails', () => fixture.answer({ fails: 'drawing' })],
    ['its remote has no server build', () => fixture.withdraw('blog')],
    ['that build throws', () => fixture.deployCode('blog', 'throw new Error("broken")')],
    ['that build is no JavaScript', () => fixture.deployCode('blog', 'exports.{')],
    ['that build exports something else', () => fixture.deployCode('blog', 'exports.Routes = () => null')],
    ['that build requires a module that is not shared', () => fixture.deployCode('blog', 'require("lodash")')],
  ])('when %s', async (_case, fault) => {
    await fault();
    await expectLeftToBrowser();
  });

  it('when rendering takes longer than 500 ms, and later visitors get the result', async () => {
    await fixture.get('/blog');
    fixture.feed.invalidate(['posts']);
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

it('uses the new server build of a remote without a restart', async () => {
  expect(bodyOf(await fixture.get('/blog'))).toContain('The blog');
  await fixture.deploy('blog', 'The new blog');
  expect(bodyOf(await fixture.get('/blog'))).toContain('The new blog');
});

it('does not serve server builds', async () => {
  expect((await fixture.get('/remotes/blog/server/server.js')).status).toBe(404);
  expect((await fixture.get('/remotes/blog/%73erver/server.js')).status).toBe(404);
});

/** @alone one of the specs of this batch did not end when they shared modules */
import { bodyOf, RenderingFixture } from '../../test/rendering-fixture.js';
import { type Answer, send, WebFixture } from '../../test/web-fixture.js';

const origin = 'http://localhost:4202';
const url = `${origin}/`;
const folder = `${origin}/remotes/blog/`;
const tokenOf = (name: string) => `header.${name}.signature`;
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

/** What the gateway's check responds with, by token. */
const grants = new Map<string, { status: number; json: object }>();
const granted = (remote: string, from: string, validFor = 3_600_000, pages?: object[]) => ({
  status: 200,
  json: { remote, url: from, pages, expires_at: new Date(Date.now() + validFor).toISOString() },
});

let fixture: RenderingFixture;
beforeAll(async () => {
  fixture = await RenderingFixture.start({ REMOTE_OVERRIDE_ORIGINS: `${origin}, http://localhost:4203` });
});
beforeEach(() => {
  grants.clear();
  grants.set(tokenOf('blog'), granted('blog', url));
  serveGrants();
  fixture.asked.length = 0;
});
afterEach(() => jest.useRealTimers());
afterAll(() => fixture.stop());

function serveGrants(): void {
  fixture.answerBy(({ url: path, body }) => {
    if (path !== '/api/v1/remote-overrides/check') return { status: 200, json: { words: 'words of the gateway' } };
    const { token } = JSON.parse(body) as { token: string };
    return grants.get(token) ?? { status: 401, json: { code: 'token_invalid' } };
  });
}

const cookie = (...tokens: string[]) => ({ cookie: `docfolio_override=${tokens.join('~')}` });
const checks = () => fixture.asked.filter(({ url: path }) => path.endsWith('/remote-overrides/check')).length;
const tableIn = ({ text }: Answer) => JSON.parse(/id="remotes">([^<]*)</.exec(text)![1]!);
const overridesIn = ({ text }: Answer) => {
  const block = /id="overrides">([^<]*)</.exec(text)?.[1];
  return block === undefined ? undefined : JSON.parse(block);
};
const pagesIn = ({ text }: Answer) => JSON.parse(/id="page-state">([^<]*)</.exec(text)![1]!).pages;
const policyOf = ({ headers }: Answer) => String(headers['content-security-policy']);
const setCookieOf = ({ headers }: Answer) => [headers['set-cookie']].flat().join('\n');
const start = (token: string, headers: Record<string, string> = {}) =>
  send(
    fixture.web.url,
    '/remotes/override',
    { ...urlencoded, ...headers },
    'POST',
    new URLSearchParams({ token }).toString(),
  );

/** Moves the clock of the web process, which runs in this process, without faking its timers. */
function later(ms: number): void {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
}

describe('a page that is asked for with an override', () => {
  it.each([
    ['/blog?mf.blog=http://localhost:4202', '/blog'],
    ['/blog?page=2&mf.blog=http%3A%2F%2Flocalhost%3A4202', '/blog?page=2'],
    ['/?mf.blog=http://localhost:4202&mf.site=http://localhost:4203', '/?mf.site=http%3A%2F%2Flocalhost%3A4203'],
  ])('redirects %s to the confirmation', async (path, back) => {
    const answer = await fixture.get(path);
    expect([answer.status, answer.headers['cache-control']]).toEqual([303, 'no-store']);
    const { pathname, searchParams } = new URL(String(answer.headers.location), fixture.web.url);
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/admin/override',
      { remote: 'blog', url: origin, back },
    ]);
  });

  it.each([
    'mf.blog=http://localhost:4204',
    'mf.blog=https://localhost:4202',
    'mf.blog=http://localhost:4202.evil.example',
    'mf.blog=http://localhost:4202@evil.example',
    'mf.blog=http://user:secret@localhost:4202',
    'mf.blog=http://localhost:4202/?a=1',
    'mf.blog=http://localhost.:4202',
    'mf.blog=http://127.0.0.1:4202',
    'mf.blog=http://[::1]:4202',
    'mf.blog=http://localhost',
    'mf.blog=http:%5C%5Cevil.example%5C@localhost:4202',
    'mf.blog=http://localhost:4202%23@evil.example',
    'mf.blog=http://evil.example/localhost:4202',
    'mf.blog=ws://localhost:4202',
    'mf.blog=data:text/javascript,alert(1)',
    'mf.blog=blob:http://localhost:4202/0b7c3f0e',
    'mf.blog=javascript:alert(1)',
    'mf.blog=//localhost:4202',
    'mf.blog=',
    'mf.Blog=http://localhost:4202',
    'mf.=http://localhost:4202',
    'blog=http://localhost:4202',
  ])('is the normal page for %s', async (query) => {
    const answer = await fixture.get(`/blog?${query}`);
    expect([answer.status, overridesIn(answer)]).toEqual([200, undefined]);
    expect(tableIn(answer)).toEqual(tableIn(await fixture.get('/blog')));
    expect(policyOf(answer)).not.toContain('localhost');
  });

  it('redirects to this site for a path that begins with two slashes', async () => {
    const answer = await fixture.get(`//evil.example/?mf.blog=${origin}`);
    expect([answer.status, String(answer.headers.location)]).toEqual([
      303,
      expect.stringMatching(/^\/admin\/override\?/),
    ]);
  });
});

describe('the confirmation page', () => {
  it('cannot be framed, nor opened by another site that keeps a hold of it', async () => {
    const { headers } = await fixture.get(`/admin/override?remote=blog&url=${origin}&back=/blog`);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('may fetch from the listed origin, and load nothing else from it', async () => {
    const policy = policyOf(await fixture.get(`/admin/override?remote=blog&url=${origin}&back=/blog`));
    expect(policy).toContain(`connect-src 'self' ${origin};`);
    expect(policy.split(origin)).toHaveLength(2);
  });

  it('may fetch from no other origin', async () => {
    expect(policyOf(await fixture.get('/admin/override?remote=blog&url=http://localhost:4204'))).not.toContain('4204');
    expect(policyOf(await fixture.get(`/admin/leads?url=${origin}`))).not.toContain(origin);
  });
});

describe('starting an override', () => {
  it('sets a cookie with the token', async () => {
    const answer = await start(tokenOf('blog'));
    expect([answer.status, answer.headers['cache-control']]).toEqual([204, 'no-store']);
    expect(setCookieOf(answer)).toBe(
      `docfolio_override=${tokenOf('blog')}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict`,
    );
  });

  it('adds a remote to those of the cookie, and replaces the same remote', async () => {
    grants.set(tokenOf('site'), granted('site', 'http://localhost:4203'));
    grants.set(tokenOf('blog2'), granted('blog', 'http://localhost:4203'));
    const both = await start(tokenOf('site'), cookie(tokenOf('blog')));
    expect(setCookieOf(both)).toContain(`docfolio_override=${tokenOf('blog')}~${tokenOf('site')};`);
    const replaced = await start(tokenOf('blog2'), cookie(tokenOf('blog'), tokenOf('site')));
    expect(setCookieOf(replaced)).toContain(`docfolio_override=${tokenOf('site')}~${tokenOf('blog2')};`);
  });

  it('removes the oldest tokens that do not fit into a cookie any more', async () => {
    const names = ['blog', 'site', 'reading'];
    const tokens = names.map((name) => tokenOf(name.padEnd(1_500, 'x')));
    names.forEach((name, index) => {
      grants.set(tokens[index]!, granted(name, url));
    });
    const answer = await start(tokens[2]!, cookie(tokens[0]!, tokens[1]!));
    const [value] = setCookieOf(answer).split(';');
    expect(value).toBe(`docfolio_override=${tokens[1]}~${tokens[2]}`);
    expect(value!.length).toBeLessThan(4_096);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 204],
  ])('with headers %j gets %d', async (headers: Record<string, string>, status) => {
    const answer = await start(tokenOf('blog'), headers);
    expect([answer.status, setCookieOf(answer) !== '']).toEqual([status, status === 204]);
    const stopped = await send(fixture.web.url, '/remotes/override/stop', headers, 'POST');
    expect(stopped.status).toBe(status);
  });

  it('is refused for tokens that the gateway refuses, and for what is no token', async () => {
    for (const token of [tokenOf('forged'), 'x', `${tokenOf('blog')}; Path=/`, 'a.b.'.padEnd(2_000, 'c')]) {
      const answer = await start(token);
      expect([answer.status, setCookieOf(answer)]).toEqual([401, '']);
    }
    expect((await send(fixture.web.url, '/remotes/override', urlencoded, 'POST', 'other=1')).status).toBe(400);
    expect((await send(fixture.web.url, '/remotes/override', {}, 'POST')).status).toBe(400);
  });

  it('is refused for an origin that is not listed, with its reason', async () => {
    grants.set(tokenOf('other'), granted('blog', 'http://localhost:4204'));
    const answer = await start(tokenOf('other'));
    expect([answer.status, setCookieOf(answer)]).toEqual([403, '']);
    expect(answer.text).toContain('http://localhost:4204 is not allowed here.');
  });

  it('responds 503 while the gateway is down', async () => {
    fixture.hangUp();
    expect((await start(tokenOf('new'))).status).toBe(503);
  });
});

describe('a page of a browser with an override', () => {
  it('loads the remote from the folder, is not rendered and not stored', async () => {
    const answer = await fixture.get('/blog', cookie(tokenOf('blog')));
    expect([answer.status, bodyOf(answer), answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect(tableIn(answer).blog).toBe(folder);
    expect(overridesIn(answer)).toEqual({ blog: folder });
    expect(answer.text).not.toContain('rel="preload"');
    expect(setCookieOf(answer)).toBe('');
  });

  it('has the origin in its policy, with WebSockets', async () => {
    const policy = policyOf(await fixture.get('/blog', cookie(tokenOf('blog'))));
    expect(policy).toContain(`script-src 'self' ${origin};`);
    expect(policy).toContain(`style-src 'self' ${origin} 'unsafe-inline';`);
    expect(policy).toContain(`connect-src 'self' ${origin} ws://localhost:4202;`);
    expect(policy.split('localhost')).toHaveLength(5);
  });

  it('renders pages of other remotes, without reading or filling the cache', async () => {
    const renderings = () => fixture.asked.filter(({ url: path }) => path === '/api/v1/about').length;
    const overridden = await fixture.get('/about', cookie(tokenOf('blog')));
    expect(bodyOf(overridden)).toContain('The site');
    expect([tableIn(overridden).blog, overridden.headers['cache-control']]).toEqual([folder, 'no-store']);
    const normal = await fixture.get('/about');
    expect([overridesIn(normal), typeof tableIn(normal).blog, renderings()]).toEqual([undefined, 'object', 2]);
    await fixture.get('/about');
    expect(renderings()).toBe(2);
    await fixture.get('/about', cookie(tokenOf('blog')));
    expect(renderings()).toBe(3);
  });

  it('changes nothing for other browsers', async () => {
    const before = await fixture.get('/blog');
    await start(tokenOf('blog'));
    await fixture.get('/blog', cookie(tokenOf('blog')));
    const after = await fixture.get('/blog');
    expect([after.text, policyOf(after)]).toEqual([before.text, policyOf(before)]);
    expect(bodyOf(after)).toContain('The blog');
  });

  it('widens the policy of no response but its pages, and no other list of remotes', async () => {
    const headers = cookie(tokenOf('blog'));
    const others = ['/assets/main.0123456789.js', '/assets/none.js', '/remotes.json', '/remotes/blog/mf-manifest.json'];
    for (const path of [...others, '/robots.txt', '/%']) {
      const answer = await fixture.get(path, headers);
      expect([path, answer.text.includes('localhost:4202'), JSON.stringify(answer.headers)]).toEqual([
        path,
        false,
        expect.not.stringContaining('localhost'),
      ]);
    }
  });

  it('is sent in full to a browser that stored the normal page, and the other way round', async () => {
    for (const path of ['/about', '/blog']) {
      const normal = await fixture.get(path);
      const { etag } = normal.headers;
      expect((await fixture.get(path, { 'if-none-match': String(etag) })).status).toBe(304);
      const overridden = await fixture.get(path, { ...cookie(tokenOf('blog')), 'if-none-match': String(etag) });
      expect([overridden.status, overridesIn(overridden)]).toEqual([200, { blog: folder }]);
      const after = await fixture.get(path, { 'if-none-match': String(overridden.headers.etag) });
      expect([after.status, after.text]).toEqual([200, normal.text]);
    }
  });

  it('has the pages of a remote that was never deployed, in routing and navigation', async () => {
    const nav = { group: 'Guide', icon: 'pen' };
    const pages = [{ path: '/reading', title: 'Reading list', nav }];
    grants.set(tokenOf('reading'), granted('reading', origin, undefined, pages));
    const answer = await fixture.get('/reading', cookie(tokenOf('reading')));
    expect([answer.status, tableIn(answer).reading]).toEqual([200, `${origin}/remotes/reading/`]);
    expect(pagesIn(answer)).toEqual([{ ...pages[0], remote: 'reading' }]);
    const about = await fixture.get('/about', cookie(tokenOf('reading')));
    expect(bodyOf(about)).toMatch(/<a [^>]*href="\/reading"/);
    const other = await fixture.get('/reading');
    expect([other.status, bodyOf(other).includes('href="/reading"'), pagesIn(other)]).toEqual([404, false, undefined]);
  });

  it('asks the gateway once a minute', async () => {
    grants.set(tokenOf('minute'), granted('blog', url));
    await fixture.get('/blog', cookie(tokenOf('minute')));
    await fixture.get('/blog', cookie(tokenOf('minute')));
    expect(checks()).toBe(1);
    grants.delete(tokenOf('minute'));
    later(61_000);
    const signedOut = await fixture.get('/blog', cookie(tokenOf('minute')));
    expect([checks(), overridesIn(signedOut), setCookieOf(signedOut)]).toEqual([
      2,
      undefined,
      expect.stringMatching(/^docfolio_override=; Path=\/; Max-Age=0; HttpOnly/),
    ]);
  });
});

describe('a browser without a valid token', () => {
  it.each([
    ['refused', { status: 401, json: {} }],
    ['expired', { status: 410, json: {} }],
    ['malformed', { status: 400, json: {} }],
    ['elsewhere', granted('blog', 'http://localhost:4204')],
  ])('gets the normal page, and loses the cookie: %s', async (name, response) => {
    const token = tokenOf(name);
    grants.set(token, response);
    const answer = await fixture.get('/blog', cookie(token));
    expect([bodyOf(answer).includes('The blog'), overridesIn(answer)]).toEqual([true, undefined]);
    expect(setCookieOf(answer)).toMatch(/^docfolio_override=; Path=\/; Max-Age=0/);
    expect(policyOf(answer)).not.toContain('localhost');
  });

  it.each(['', 'blog', '{"blog":"http://localhost:4202"}', folder, 'a.b', `~${'~'.repeat(50)}`])(
    'gets nothing from the made-up cookie %s, and the gateway is not asked',
    async (value) => {
      const answer = await fixture.get('/blog', { cookie: `docfolio_override=${value}` });
      expect([bodyOf(answer).includes('The blog'), overridesIn(answer), checks()]).toEqual([true, undefined, 0]);
    },
  );

  it('keeps a valid token beside an invalid one', async () => {
    const answer = await fixture.get('/blog', cookie(tokenOf('unknown'), tokenOf('blog')));
    expect(overridesIn(answer)).toEqual({ blog: folder });
    expect(setCookieOf(answer)).toContain(`docfolio_override=${tokenOf('blog')}; Path=/; Max-Age=28800`);
  });

  it('keeps the cookie while the gateway cannot check it', async () => {
    grants.set(tokenOf('outage'), { status: 503, json: {} });
    const answer = await fixture.get('/blog', cookie(tokenOf('outage')));
    expect([answer.status, overridesIn(answer), setCookieOf(answer)]).toEqual([200, undefined, '']);
    expect(fixture.web.log.at(-1)?.msg).toBe('override of a remote not checked');
    expect(JSON.stringify(fixture.web.log)).not.toContain(tokenOf('outage'));
  });
});

it('ends all overrides of the browser', async () => {
  const answer = await send(fixture.web.url, '/remotes/override/stop', cookie(tokenOf('blog')), 'POST');
  expect([answer.status, setCookieOf(answer)]).toEqual([
    204,
    'docfolio_override=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ]);
});

describe('a platform with HTTPS', () => {
  it('has a cookie that other hosts of its domain cannot set', async () => {
    const https = await RenderingFixture.start({ REMOTE_OVERRIDE_ORIGINS: origin, TRUSTED_PROXIES: '127.0.0.1' });
    try {
      https.answerBy(() => grants.get(tokenOf('blog'))!);
      const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'docfolio.example' };
      const body = new URLSearchParams({ token: tokenOf('blog') }).toString();
      const started = await send(https.web.url, '/remotes/override', { ...urlencoded, ...proxied }, 'POST', body);
      const secured = `__Host-docfolio_override=${tokenOf('blog')}`;
      expect(setCookieOf(started)).toBe(`${secured}; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure`);
      expect(overridesIn(await https.get('/blog', { ...proxied, cookie: secured }))).toEqual({ blog: folder });
      const tossed = await https.get('/blog', { ...proxied, ...cookie(tokenOf('blog')) });
      expect([tossed.status, overridesIn(tossed)]).toEqual([200, undefined]);
    } finally {
      await https.stop();
    }
  });
});

describe('a platform that lists no origins', () => {
  it('ignores parameters, and removes cookies without asking the gateway', async () => {
    const off = await RenderingFixture.start();
    try {
      off.answer({ words: 'words of the gateway' });
      expect((await off.get(`/blog?mf.blog=${origin}`)).status).toBe(200);
      const answer = await off.get('/blog', cookie(tokenOf('blog')));
      expect([bodyOf(answer).includes('The blog'), setCookieOf(answer)]).toEqual([
        true,
        expect.stringContaining('Max-Age=0'),
      ]);
      const started = await send(off.web.url, '/remotes/override', urlencoded, 'POST', `token=${tokenOf('blog')}`);
      expect(started.status).toBe(401);
      expect(off.asked.filter(({ url: path }) => path.includes('overrides'))).toEqual([]);
    } finally {
      await off.stop();
    }
  });

  it.each([
    'localhost:4202',
    'http://localhost:4202/',
    'ws://localhost:4202',
    '*',
    'http://*:4202',
    'http://*.example',
    'http://[::1]:4202',
    "https://a;script-src'self'",
    'https://user@dev.example',
  ])('does not start with the origin %s', async (value) => {
    await expect(WebFixture.start({ REMOTE_OVERRIDE_ORIGINS: value })).rejects.toThrow('REMOTE_OVERRIDE_ORIGINS');
  });
});

import { openPageToken, PageTokens, pageBuildsText, pageTokenKeyId } from './page-token.js';

const blog = 'e07b6d1-44c90a12';
const builds = new Map([
  ['blog', [blog, null]],
  ['site', [null]],
]);

describe('the token of a page', () => {
  const tokens = new PageTokens();
  const token = tokens.sign(pageBuildsText(builds), 1_700_000_000_000);

  it('contains when the page was served and with which builds, and differs for each page', () => {
    expect(pageTokenKeyId(token)).toBe(tokens.keyId);
    const page = openPageToken(token, tokens.publicKey);
    expect(page).toEqual({ nonce: expect.stringMatching(/^[\w-]{16}$/), servedAt: 1_700_000_000_000, builds });
    const other = openPageToken(tokens.sign(pageBuildsText(builds)), tokens.publicKey);
    expect(other?.nonce).not.toBe(page?.nonce);
  });

  it.each([
    ['with another build', token.replace(blog, 'e07b6d1-00000000')],
    ['with a later time', token.replace(/\.lo/, '.lp')],
    ['without its signature', token.slice(0, token.lastIndexOf('.') + 1)],
    ['of another process', new PageTokens().sign(pageBuildsText(builds))],
    ['that is none', 'token'],
  ])('is refused %s', (_, forged) => {
    expect(openPageToken(forged, tokens.publicKey)).toBeUndefined();
  });

  it('leaves out the last of too many remotes', () => {
    const many = new Map(Array.from({ length: 200 }, (_, n) => [`remote-${n}`, [blog, null]] as const));
    const page = openPageToken(tokens.sign(pageBuildsText(many)), tokens.publicKey);
    expect(page?.builds.size).toBeGreaterThan(50);
    expect(page?.builds.get('remote-0')).toEqual([blog, null]);
    expect(tokens.sign(pageBuildsText(many)).length).toBeLessThan(2_200);
  });
});

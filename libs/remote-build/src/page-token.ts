import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { buildId, remoteName } from '@docfolio/contracts/entities/remote';
import { keyId, publicKeyText } from './signing-keys.js';

/** The builds of each remote with which a page may be shown: the chosen one and its fallbacks. Null is the delivered one. */
export type PageBuilds = ReadonlyMap<string, readonly (string | null)[]>;

/** A page that a web process has served. */
export interface ServedPage {
  /** Differs for each page. */
  nonce: string;
  /** ms since the epoch. */
  servedAt: number;
  builds: PageBuilds;
}

/** Maximum characters of the builds in a token: about 50 remotes. Those that come last are left out. */
const maxBuilds = 2_000;
/** How a token names the delivered build. */
const delivered = '0';

/** Returns the builds of a page as its token contains them: `blog:e07b6d1-44c90a12:0,site:0`. */
export function pageBuildsText(builds: PageBuilds): string {
  let text = '';
  for (const [remote, ids] of builds) {
    const part = [remote, ...ids.map((id) => id ?? delivered)].join(':');
    if (text.length + part.length >= maxBuilds) break;
    text += text === '' ? part : `,${part}`;
  }
  return text;
}

/**
 * Signs a token for each page that a process serves, with which the page's reports count. The key is the process's own, and
 * lives as long: others know its public half.
 */
export class PageTokens {
  readonly keyId: string;
  /** SPKI DER in base64. */
  readonly publicKey: string;
  private readonly privateKey: KeyObject;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.privateKey = privateKey;
    this.publicKey = publicKeyText(publicKey);
    this.keyId = keyId(publicKey);
  }

  /** @param builds as `pageBuildsText` returns them */
  sign(builds: string, now = Date.now()): string {
    const claims = `${this.keyId}.${randomBytes(12).toString('base64url')}.${now.toString(36)}.${builds}`;
    return `${claims}.${sign(null, Buffer.from(claims), this.privateKey).toString('base64url')}`;
  }
}

/** Returns the id of the key that a token names. Nothing is verified. */
export const pageTokenKeyId = (token: string): string => token.slice(0, token.indexOf('.'));

/** Returns the page of a token; undefined if it is not signed with this key. @param publicKey SPKI DER in base64 */
export function openPageToken(token: string, publicKey: string): ServedPage | undefined {
  const end = token.lastIndexOf('.');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  if (!verify(null, Buffer.from(token.slice(0, end)), key, Buffer.from(token.slice(end + 1), 'base64url')))
    return undefined;
  const [, nonce = '', time = '', builds = ''] = token.slice(0, end).split('.');
  return { nonce, servedAt: Number.parseInt(time, 36), builds: readBuilds(builds) };
}

function readBuilds(text: string): PageBuilds {
  return new Map(
    text.split(',').map((part) => {
      const [remote, ...ids] = part.split(':');
      return [remoteName.parse(remote), ids.map((id) => (id === delivered ? null : buildId.parse(id)))] as const;
    }),
  );
}

import { z } from 'zod';

/** Seconds in which the page after the redirect is fetched. */
const lifetime = 120;
/** Bytes of a cookie's value that every browser and proxy takes. */
const maxBytes = 3_000;
const name = 'form_outcome';

const cookie = z.object({ path: z.string(), form: z.string(), values: z.record(z.string(), z.string()) });

/** A form that was sent, on its way through the visitor's browser to the page that says so. */
export type SentCookie = z.output<typeof cookie>;

/**
 * The cookie that carries what a visitor sent to the page after the redirect: pages are rendered by whichever replica, and
 * their cached forms hold nothing of a visitor. Texts too long for a cookie are shortened, the longest first.
 */
export function outcomeCookie(sent: SentCookie, isSecure: boolean): string {
  const values = { ...sent.values };
  for (;;) {
    const value = Buffer.from(JSON.stringify({ ...sent, values })).toString('base64url');
    if (value.length <= maxBytes) return header(value, sent.path, lifetime, isSecure);
    const [longest = '', text = ''] = Object.entries(values).sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
    values[longest] = `${[...text].slice(0, Math.floor([...text].length / 2)).join('')}…`;
  }
}

/** The cookie that takes it back. */
export const spentCookie = ({ path }: SentCookie) => header('', path, 0, false);

function header(value: string, path: string, maxAge: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** What the request's cookie carries to this path; undefined for one that was made by nobody here. */
export function readOutcomeCookie(header: string | undefined, pathname: string): SentCookie | undefined {
  const value = new RegExp(`(?:^|; ?)${name}=([\\w-]+)`).exec(header ?? '')?.[1];
  if (!value) return undefined;
  try {
    const sent = cookie.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
    return sent.path === pathname ? sent : undefined;
  } catch {
    // Not ours.
    return undefined;
  }
}

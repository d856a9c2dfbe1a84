import { z } from 'zod';

/** Lifetime of the cookie in seconds: the browser has to follow the redirect within it. */
const lifetime = 120;
/** Maximum bytes of the cookie's value, which every browser and proxy accepts. */
const maxBytes = 3_000;
const name = 'form_outcome';

const cookie = z.object({ path: z.string(), form: z.string(), values: z.record(z.string(), z.string()) });

/** Content of the cookie: the page that confirms a sent form after the redirect, the form's name, and its values. */
export type SentCookie = z.output<typeof cookie>;

/**
 * Returns the Set-Cookie header that carries a sent form over the redirect, because any replica may render the next
 * page. Halves the longest value until the cookie is short enough.
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

/** Returns the Set-Cookie header that deletes the cookie of a sent form. */
export const spentCookie = ({ path }: SentCookie) => header('', path, 0, false);

function header(value: string, path: string, maxAge: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the sent form of a request for this path; undefined if there is none or the cookie is invalid. */
export function readOutcomeCookie(header: string | undefined, pathname: string): SentCookie | undefined {
  const value = new RegExp(`(?:^|; ?)${name}=([\\w-]+)`).exec(header ?? '')?.[1];
  if (!value) return undefined;
  try {
    const sent = cookie.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
    return sent.path === pathname ? sent : undefined;
  } catch {
    return undefined;
  }
}

import { z } from 'zod';

/** Lifetime of the cookie in seconds: the browser has to follow the redirect within it. */
const lifetime = 120;
/** Maximum length of the cookie's value: browsers accept at least 4,096 bytes per cookie (RFC 6265, section 6.1). */
const maxBytes = 3_000;
const name = 'form_outcome';

const cookie = z.object({ path: z.string(), form: z.string(), values: z.record(z.string(), z.string()) });

/** Content of the cookie: the page that confirms a sent form after the redirect, the form's name, and its values. */
export type SentCookie = z.output<typeof cookie>;

/** Returns the Set-Cookie header that carries a sent form over the redirect. Halves the longest value until it fits. */
export function outcomeCookie(sent: SentCookie, isSecure: boolean): string {
  const values = { ...sent.values };
  for (;;) {
    const value = Buffer.from(JSON.stringify({ ...sent, values })).toString('base64url');
    if (value.length <= maxBytes) return header(value, sent.path, lifetime, isSecure);
    const [longest = '', text = ''] = Object.entries(values).sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
    values[longest] = `${[...text].slice(0, Math.floor([...text].length / 2)).join('')}…`;
  }
}

export const spentCookie = ({ path }: SentCookie) => header('', path, 0, false);

function header(value: string, path: string, maxAge: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the sent form for a path from a Cookie header; undefined without a valid one. */
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

import { domainToASCII, domainToUnicode } from 'node:url';

/** Returns the form of a domain in letters: `xn--mnchen-3ya.example` and `münchen.example` are one. */
const domainInLetters = (domain: string): string => domainToUnicode(domainToASCII(domain)) || domain;

/** Returns a normalised address, to compare addresses regardless of case, Unicode composition and spelling of the domain. */
export function emailKey(email: string): string {
  const key = email.trim().normalize('NFKC').toLowerCase();
  const at = key.lastIndexOf('@');
  return at < 0 ? key : `${key.slice(0, at)}@${domainInLetters(key.slice(at + 1))}`;
}

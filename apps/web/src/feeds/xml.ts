import { escapeHtml } from '@docfolio/markdown/escape-html';

/** Control characters and lone surrogates, which XML cannot contain (XML 1.0, section 2.2). */
const notAllowed = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Escapes the content of an element or attribute, without characters that XML cannot contain. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(notAllowed, ''));
}

/** Returns an XML element with escaped text and attributes, and a newline. */
export function element(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  return `<${name}${written.join('')}>${xmlText(text)}</${name}>\n`;
}

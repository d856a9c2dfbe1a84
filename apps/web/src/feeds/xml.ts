import { escapeHtml } from '@docfolio/markdown/escape-html';

/** Everything but the characters that a document may hold (XML 1.0, 2.2): controls, halves of a surrogate pair. */
const notAllowed = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text as an element's content or as an attribute's value; what XML can't hold is left out. */
export function xmlText(text: string): string {
  return escapeHtml(text.replace(notAllowed, ''));
}

/** `<name>text</name>`, in a line of its own. */
export function element(name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  return `<${name}${written.join('')}>${xmlText(text)}</${name}>\n`;
}

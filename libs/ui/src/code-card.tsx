import { createElement, type ReactNode } from 'react';
import { CodeFrame } from './code-frame.js';

export type CodeKind =
  | 'keyword'
  | 'string'
  | 'literal'
  | 'type'
  | 'plain'
  | 'punctuation'
  | 'comment'
  | 'muted'
  | 'danger';

/** A line of code in pieces: a bare string is plain, a pair names its kind. */
export type CodeLine = readonly (string | readonly [CodeKind, string])[];

const colours: Record<CodeKind, string> = {
  keyword: 'text-code-keyword',
  string: 'text-code-string',
  literal: 'text-code-literal',
  type: 'text-code-type',
  plain: 'text-code-plain',
  punctuation: 'text-code-punctuation',
  comment: 'text-code-comment',
  muted: 'text-faint',
  danger: 'text-danger',
};

const textOf = (line: CodeLine) => line.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('');

// Spread as children, because a line or a piece has no identity but its place.
const drawPiece = (piece: CodeLine[number]) => {
  const [kind, words] = typeof piece === 'string' ? (['plain', piece] as const) : piece;
  return createElement('span', { className: colours[kind] }, words);
};
const drawLine = (line: CodeLine) => createElement('span', null, ...line.map(drawPiece), '\n');

/** The lines as they are copied. */
export const codeText = (lines: readonly CodeLine[]) => lines.map(textOf).join('\n');

/** The lines as they are read. */
export const drawCode = (lines: readonly CodeLine[]) => createElement('code', null, ...lines.map(drawLine));

export interface CodeCardProps {
  /** What the bar says: a file's name. */
  name: string;
  lines: readonly CodeLine[];
  /** What the copy button copies: the lines' own text unless given; `null` leaves the button out. */
  copyText?: string | null;
  /** More to stand in the bar, before the copy button. */
  tools?: ReactNode;
  className?: string;
}

/** Code in a frame: a bar with its file name and copy button; lines never wrap, the last 40 px fade when there is more. */
export function CodeCard({ name, lines, copyText, tools, className }: CodeCardProps) {
  const text = copyText === undefined ? codeText(lines) : copyText;
  return (
    <CodeFrame name={name} copyText={text} tools={tools} className={className}>
      {drawCode(lines)}
    </CodeFrame>
  );
}

/** What a console would say: the same frame under the name `console`, without a copy button. */
export function ConsoleCard({ lines, className }: { lines: readonly CodeLine[]; className?: string }) {
  return <CodeCard name="console" lines={lines} copyText={null} className={className} />;
}

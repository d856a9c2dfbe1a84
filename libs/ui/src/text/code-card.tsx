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

/** A line of code as a list of pieces: a plain string, or a pair of kind (which sets the colour) and text. */
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

const renderPiece = (piece: CodeLine[number]) => {
  const [kind, text] = typeof piece === 'string' ? (['plain', piece] as const) : piece;
  return createElement('span', { className: colours[kind] }, text);
};
const renderLine = (line: CodeLine) => createElement('span', null, ...line.map(renderPiece), '\n');

export const codeText = (lines: readonly CodeLine[]) => lines.map(textOf).join('\n');

export const renderCode = (lines: readonly CodeLine[]) => createElement('code', null, ...lines.map(renderLine));

export interface CodeCardProps {
  name: string;
  lines: readonly CodeLine[];
  /** Text that the copy button copies. Default: the lines of code. `null` hides the button. */
  copyText?: string | null;
  tools?: ReactNode;
  className?: string;
}

export function CodeCard({ name, lines, copyText, tools, className }: CodeCardProps) {
  const text = copyText === undefined ? codeText(lines) : copyText;
  return (
    <CodeFrame name={name} copyText={text} tools={tools} className={className}>
      {renderCode(lines)}
    </CodeFrame>
  );
}

export function ConsoleCard({ lines, className }: { lines: readonly CodeLine[]; className?: string }) {
  return <CodeCard name="console" lines={lines} copyText={null} className={className} />;
}

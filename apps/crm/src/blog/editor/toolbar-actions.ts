import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
} from 'lucide-react';
import { prefixed, type Selected, type TextEdit, wrapped } from './text-edit.js';

export interface ToolbarAction {
  label: string;
  icon: LucideIcon;
  key?: string;
  edit: (selected: Selected) => TextEdit;
}

/** The URL that the Link button inserts for the user to replace (specification, section 2). */
export const exampleAddress = 'https://example.com';

const wraps = (before: string, after: string, placeholder: string) => (selected: Selected) =>
  wrapped(selected, before, after, placeholder);
const begins = (mark: string | ((line: number) => string), placeholder: string) => (selected: Selected) =>
  prefixed(selected, typeof mark === 'string' ? () => mark : mark, placeholder);

const heading = (level: 1 | 2 | 3, icon: LucideIcon): ToolbarAction => ({
  label: `Heading ${level}`,
  icon,
  edit: begins(`${'#'.repeat(level)} `, `Heading ${level}`),
});

/** Buttons before the image button; `structure` has those after it (specification, section 2). */
export const textFormatting: readonly ToolbarAction[] = [
  { label: 'Bold', icon: Bold, key: 'b', edit: wraps('**', '**', 'bold text') },
  { label: 'Italic', icon: Italic, key: 'i', edit: wraps('*', '*', 'italic text') },
  { label: 'Inline Code', icon: Code, edit: wraps('`', '`', 'code') },
  { label: 'Link', icon: Link, key: 'k', edit: wraps('[', `](${exampleAddress})`, 'link text') },
];
export const structure: readonly ToolbarAction[] = [
  heading(1, Heading1),
  heading(2, Heading2),
  heading(3, Heading3),
  { label: 'Bullet List', icon: List, edit: begins('- ', 'List item') },
  { label: 'Numbered List', icon: ListOrdered, edit: begins((line) => `${line + 1}. `, 'List item') },
  { label: 'Quote', icon: Quote, edit: begins('> ', 'Quote') },
];

const keyed = [...textFormatting, ...structure].filter(({ key }) => key);

export function actionOfKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): ToolbarAction | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
  return keyed.find(({ key }) => key === event.key.toLowerCase());
}

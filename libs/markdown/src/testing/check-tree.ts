import type { MarkdownNode } from '../document.js';
import { allowedClasses, allowedElements, emptyElements, safePlaceholder, safeSrcset, safeUrl } from '../elements.js';

const allowedValues: Record<string, RegExp> = {
  id: /^(?:[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)+|footnote-(?:ref-)?\d+(?:-\d+)?)$/u,
  rel: /^noopener noreferrer$/,
  dir: /^(?:auto|ltr|rtl)$/,
  align: /^(?:left|center|right)$/,
  type: /^checkbox$/,
  loading: /^lazy$/,
  width: /^[1-9]\d{0,4}$/,
  height: /^[1-9]\d{0,4}$/,
  start: /^\d+$/,
  checked: /^(?:true|false)$/,
  disabled: /^true$/,
};

/** Checks a tree. @returns `problems`: violations of the allowlist; `depth`: its nesting; `ids`: all its ids */
export function checkTree(document: readonly MarkdownNode[]): { problems: string[]; depth: number; ids: string[] } {
  const problems: string[] = [];
  const ids: string[] = [];
  let deepest = 0;
  const walk = (node: MarkdownNode, depth: number): void => {
    deepest = Math.max(deepest, depth);
    if (typeof node === 'string') {
      if (node === '') problems.push('an empty text');
      return;
    }
    const allowed = allowedElements[node.t];
    if (!allowed) problems.push(`<${node.t}>`);
    if (emptyElements.has(node.t) && node.c) problems.push(`<${node.t}> with content`);
    for (const [name, value] of Object.entries(node.p ?? {})) {
      const isUrl = name === 'href' || name === 'src';
      if (!allowed?.includes(name)) problems.push(`<${node.t} ${name}>`);
      if (name === 'srcset' && safeSrcset(value) === undefined) problems.push(`srcset=${value}`);
      if (name === 'data-placeholder' && safePlaceholder(value) === undefined) problems.push(`placeholder=${value}`);
      if (isUrl && safeUrl(value, name) === undefined) problems.push(`${name}=${value}`);
      if (allowedValues[name] && !allowedValues[name].test(String(value))) problems.push(`${name}=${value}`);
      if (name === 'class' && !allowedClasses.has(value)) problems.push(`class=${value}`);
      if (name === 'id') ids.push(String(value));
    }
    node.c?.forEach((child) => void walk(child, depth + 1));
  };
  document.forEach((node) => void walk(node, 1));
  return { problems, depth: deepest, ids };
}

import { renderMarkdown } from '@docfolio/markdown/render';
import { MarkdownView } from '@docfolio/ui/markdown-view';
import { memo, useMemo } from 'react';

/** A text as its post's page draws it: by the same pipeline and the same view. */
export const MarkdownPreview = memo(function MarkdownPreview({ text }: { text: string }) {
  const { document } = useMemo(() => renderMarkdown(text), [text]);
  return <MarkdownView nodes={document} className="mx-auto max-w-post" />;
});

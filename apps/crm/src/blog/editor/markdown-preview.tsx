import { infiniteListOf } from '@docfolio/api-client/query';
import { images, imagesByAddress } from '@docfolio/contracts/image';
import { renderMarkdown } from '@docfolio/markdown/render';
import { MarkdownView } from '@docfolio/ui/markdown-view';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';

/** A text as its post's page draws it: by the same pipeline and the same view, its images in their places. */
export const MarkdownPreview = memo(function MarkdownPreview({ text }: { text: string }) {
  // The list beside the text: what it has not loaded yet is drawn without its size.
  const { data } = useInfiniteQuery(infiniteListOf(images.list, {}));
  const imageOf = useMemo(() => imagesByAddress(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const { document } = useMemo(() => renderMarkdown(text, { imageOf }), [text, imageOf]);
  return <MarkdownView nodes={document} className="mx-auto max-w-post" />;
});

import { infiniteListOf } from '@docfolio/api-client/query';
import { images, imagesByAddress } from '@docfolio/contracts/entities/image';
import { renderMarkdown } from '@docfolio/markdown/render';
import { MarkdownView } from '@docfolio/ui/text/markdown-view';
import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';

/** Renders Markdown with the pipeline of the public page. */
export const MarkdownPreview = memo(function MarkdownPreview({ text }: { text: string }) {
  // Images that are not in the loaded pages of the image list render without width and height.
  const { data } = useInfiniteQuery(infiniteListOf(images.list, {}));
  const imageOf = useMemo(() => imagesByAddress(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const { document } = useMemo(() => renderMarkdown(text, { imageOf }), [text, imageOf]);
  return <MarkdownView nodes={document} className="mx-auto max-w-post" />;
});

import { dayOf, exactTimeOf } from '@docfolio/admin/records/record-texts';
import type { EditedPostSummary } from '@docfolio/contracts/entities/post';
import { Badge } from '@docfolio/ui/display/badge';
import type { Column } from '@docfolio/ui/tables/data-table';
import { FeaturedStar, PostStatusCell } from './post-marks.js';

export const postColumns: readonly Column<EditedPostSummary>[] = [
  {
    key: 'title',
    header: 'Title',
    width: 200,
    grow: 1,
    primary: true,
    sortable: true,
    cell: (post) => <Title post={post} />,
  },
  {
    key: 'category',
    header: 'Category',
    width: 168,
    cell: ({ category }) => (
      <Badge mark="none" className="max-w-full">
        <span title={category} className="truncate">
          {category}
        </span>
      </Badge>
    ),
  },
  { key: 'status', header: 'Status', width: 268, cell: (post) => <PostStatusCell post={post} /> },
  {
    key: 'published_at',
    header: 'Published',
    width: 132,
    mono: true,
    sortable: true,
    text: ({ published_at }) => published_at && dayOf(published_at),
    title: ({ published_at }) => (published_at ? exactTimeOf(published_at) : undefined),
    fallback: 'Not published',
  },
];

function Title({ post: { title, excerpt, featured } }: { post: EditedPostSummary }) {
  return (
    <>
      <span className="flex min-w-0 leading-4.5">
        <span title={title} className="min-w-0 truncate">
          {title}
        </span>
        {featured && <FeaturedStar className="ml-1.5" />}
      </span>
      <span title={excerpt} className="block truncate font-normal text-caption text-faint">
        {excerpt}
      </span>
    </>
  );
}

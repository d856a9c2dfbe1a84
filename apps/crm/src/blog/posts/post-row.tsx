import { deleteItem, editItem, RecordMenu, type RecordMenuItem } from '@docfolio/admin/records/record-menu';
import { Dot, TimeText } from '@docfolio/admin/records/time-text';
import type { EditedPostSummary } from '@docfolio/contracts/entities/post';
import { Link } from '@docfolio/federation/router';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { ExternalLink, Eye, Link2, Pencil, Send, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { editPathOf, publicPathOf } from './post-kind.js';
import { FeaturedStar, PostStatus } from './post-marks.js';

interface PostRowProps {
  post: EditedPostSummary;
  deleting: boolean;
  /** The handlers must be stable: rows are memoised. */
  onEdit: (post: EditedPostSummary) => void;
  onDelete: (post: EditedPostSummary) => void;
  onSend: (post: EditedPostSummary) => void;
  onPreview: (id: string) => void;
  onCopyPreview: (id: string) => void;
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

function moreItems({ post, onSend, onCopyPreview }: PostRowProps): RecordMenuItem[] {
  return post.published
    ? [{ label: 'Send to subscribers', icon: Send, onSelect: () => onSend(post) }]
    : [{ label: 'Copy preview link', icon: Link2, onSelect: () => onCopyPreview(post.id) }];
}

const viewItem = ({ post, onPreview }: PostRowProps): RecordMenuItem =>
  post.published
    ? { label: 'View', icon: ExternalLink, onSelect: () => window.open(publicPathOf(post), '_blank', 'noopener') }
    : { label: 'Preview', icon: Eye, onSelect: () => onPreview(post.id) };

/** The actions of a post's row: edit, view (drafts: preview), delete, and a menu. */
export const PostRowActions = memo(function PostRowActions(props: PostRowProps) {
  const { post, deleting, onDelete, onPreview } = props;
  return (
    <>
      <IconButton label={`Edit ${post.title}`} size="sm" asChild>
        <Link to={editPathOf(post)} data-shortcut="e" aria-keyshortcuts="E">
          <Pencil {...icon} />
        </Link>
      </IconButton>
      {post.published ? (
        <IconButton label={`View ${post.title} in a new tab`} size="sm" asChild>
          <a href={publicPathOf(post)} target="_blank" rel="noopener">
            <ExternalLink {...icon} />
          </a>
        </IconButton>
      ) : (
        <IconButton label={`Preview ${post.title} in a new tab`} size="sm" onClick={() => onPreview(post.id)}>
          <Eye {...icon} />
        </IconButton>
      )}
      <IconButton label={`Delete ${post.title}`} size="sm" busy={deleting} onClick={() => onDelete(post)}>
        <Trash2 {...icon} />
      </IconButton>
      <RecordMenu label={`More for ${post.title}`} groups={[moreItems(props)]} />
    </>
  );
});

export function postPhoneRow(props: PostRowProps): PhoneRowParts {
  const { post, deleting, onEdit, onDelete } = props;
  const { title, category, featured, published_at, scheduled_at } = post;
  const at = published_at ?? scheduled_at;
  return {
    title: (
      <>
        {/* Before the title, whose end may be truncated. */}
        {featured && <FeaturedStar className="mr-1.5" />}
        {title}
      </>
    ),
    meta: (
      <>
        {at ? <TimeText at={at} as="short" /> : 'Not published'}
        <Dot />
        {category}
      </>
    ),
    status: <PostStatus post={post} />,
    actions: (
      <RecordMenu
        label={`Actions for ${title}`}
        className="size-11"
        busy={deleting}
        groups={[
          [editItem(() => onEdit(post)), viewItem(props)],
          moreItems(props),
          [deleteItem(() => onDelete(post), deleting)],
        ]}
      />
    ),
  };
}

import { deleteItem, editItem, RecordMenu } from '@docfolio/admin/records/record-menu';
import type { ManagedBookmark } from '@docfolio/contracts/entities/bookmark';
import { Badge } from '@docfolio/ui/display/badge';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import { ArrowUpRight, Star } from 'lucide-react';
import { memo } from 'react';
import { categoryOptions } from './bookmark-kind.js';
import { shownTags } from './bookmark-tags.js';

interface BookmarkCardProps {
  bookmark: ManagedBookmark;
  busy: boolean;
  /** The handlers must be stable: cards are memoised. */
  onEdit: (bookmark: ManagedBookmark) => void;
  onDelete: (bookmark: ManagedBookmark) => void;
}

const frame = 'flex h-full flex-col rounded-panel border p-4';

/** A bookmark's card. The title opens its form, the URL opens the website. */
export const BookmarkCard = memo(function BookmarkCard({ bookmark, busy, onEdit, onDelete }: BookmarkCardProps) {
  const { title, url, description, category, tags, is_featured } = bookmark;
  return (
    <article
      aria-label={title}
      className={`${frame} border-line transition-colors hover:border-line-strong has-[[data-card-open]:focus-visible]:border-accent`}
    >
      <div className="flex items-start gap-2">
        {is_featured && (
          <Star
            role="img"
            aria-label="Featured"
            size={14}
            strokeWidth={2}
            className="mt-0.75 shrink-0 fill-current text-info"
          />
        )}
        <h2 className="min-w-0 grow text-button">
          <button
            type="button"
            data-card-open=""
            title={title}
            onClick={() => onEdit(bookmark)}
            className="wrap-anywhere line-clamp-2 cursor-pointer rounded-bar text-left font-semibold text-ink"
          >
            {title}
          </button>
        </h2>
        <RecordMenu
          label={`Actions for ${title}`}
          busy={busy}
          className="-mt-1 -mr-1.5 max-md:-mt-2.5 max-md:-mr-2.5"
          groups={[
            [editItem(() => onEdit(bookmark)), { label: 'Visit', icon: ArrowUpRight, onSelect: () => visit(url) }],
            [deleteItem(() => onDelete(bookmark), busy)],
          ]}
        />
      </div>
      {description?.trim() && (
        <p title={description} className="wrap-anywhere mt-1 line-clamp-2 text-muted text-ui">
          {description}
        </p>
      )}
      <div className="mt-auto flex flex-col gap-3 pt-3">
        <Badges category={category} tags={tags} />
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={url}
          className="mono touch-target flex max-w-full min-w-0 items-center gap-1 self-start rounded-bar text-faint text-mono transition-colors hover:text-accent"
        >
          <span className="truncate">{url.replace(/^https?:\/\//i, '')}</span>
          <ArrowUpRight aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </div>
    </article>
  );
});

function visit(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

/** The category, up to three tags, and the number of further ones. */
function Badges({ category, tags }: Pick<ManagedBookmark, 'category' | 'tags'>) {
  const { shown, more } = shownTags(tags);
  const label = categoryOptions.find(({ value }) => value === category)?.label;
  if (!label && shown.length === 0) return null;
  return (
    <ul aria-label="Category and tags" className="flex flex-wrap gap-1.5">
      {label && (
        <li className="flex">
          <Badge tone="info">{label}</Badge>
        </li>
      )}
      {shown.map((tag) => (
        <li key={tag} className="flex min-w-0">
          <Badge mark="none" className="max-w-40">
            <span title={tag} className="truncate">
              {tag}
            </span>
          </Badge>
        </li>
      ))}
      {more > 0 && (
        <li className="flex">
          <Badge mark="none">+{more}</Badge>
        </li>
      )}
    </ul>
  );
}

export function BookmarkCardSkeleton() {
  return (
    <div data-skeleton="" className={`${frame} border-hairline`}>
      <div className="flex h-5.5 items-center">
        <Skeleton className="w-2/3" />
      </div>
      <div className="mt-1 flex h-10 flex-col justify-around">
        <Skeleton className="w-full" />
        <Skeleton className="w-4/5" />
      </div>
      <div className="mt-3 flex h-5 items-center gap-1.5">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-14" />
      </div>
      <div className="mt-3 flex h-4 items-center">
        <Skeleton className="w-3/5" />
      </div>
    </div>
  );
}

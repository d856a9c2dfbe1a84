import type { Bookmark } from '@docfolio/contracts/entities/bookmark';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import { ArrowUpRight } from 'lucide-react';
import { useId } from 'react';
import { labelOf } from './bookmark-place.js';

/** Maximum number of tags on a card (specification, section 9). */
const shownTags = 3;

/** A bookmark as a card. The whole card is a link, which opens in a new tab. */
export function BookmarkCard({ bookmark: { title, url, description, category, tags } }: { bookmark: Bookmark }) {
  const id = useId();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-labelledby={`${id}title ${id}opens`}
      aria-describedby={description?.trim() ? `${id}description` : undefined}
      className={`group ${frame} transition-colors hover:border-accent focus-visible:outline-offset-6`}
    >
      <p className="mono flex items-center justify-between gap-4 text-faint text-mono">
        {category && <span className="text-muted">{labelOf(category)}</span>}
        <span className="ml-auto flex min-w-0 items-center gap-1.5">
          <span className="truncate">{hostOf(url)}</span>
          <ArrowUpRight
            aria-hidden
            size={14}
            strokeWidth={1.75}
            className="shrink-0 transition-colors group-hover:text-accent"
          />
        </span>
      </p>
      <h3 id={`${id}title`} dir="auto" className="wrap-anywhere mt-3 text-card text-ink">
        {title}
      </h3>
      <span id={`${id}opens`} className="sr-only">
        (opens in a new tab)
      </span>
      {description?.trim() && (
        <p id={`${id}description`} dir="auto" className="wrap-anywhere mt-1 line-clamp-2 text-muted text-ui">
          {description}
        </p>
      )}
      <Tags tags={tags} />
    </a>
  );
}

/** Up to `shownTags` tags and the number of others, without duplicates and blank ones (specification, section 5). */
function Tags({ tags }: { tags: readonly string[] }) {
  const shown = [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
  if (shown.length === 0) return null;
  const more = shown.length - shownTags;
  return (
    <ul aria-label="Tags" className="mono mt-auto flex flex-wrap gap-x-3 gap-y-1 pt-3 text-faint text-mono">
      {shown.slice(0, shownTags).map((tag) => (
        <li key={tag} dir="auto" className="max-w-full truncate">
          {tag}
        </li>
      ))}
      {more > 0 && <li>+{more}</li>}
    </ul>
  );
}

/** Returns a URL's host without `www.`, such as `developer.mozilla.org`; an invalid URL as it is. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}

const frame = 'flex h-full flex-col border-line border-t pt-4 pb-7';

/** A placeholder as high as a card with a title of one line, a description of two, and tags. */
export function BookmarkCardSkeleton() {
  return (
    <div className={frame}>
      <div className="flex h-4 items-center justify-between">
        <Skeleton className="w-20" />
        <Skeleton className="w-32" />
      </div>
      <div className="mt-3 flex h-5.5 items-center">
        <Skeleton className="w-3/4" />
      </div>
      <div className="mt-1 flex h-10 flex-col justify-around">
        <Skeleton className="w-full" />
        <Skeleton className="w-4/5" />
      </div>
      <div className="flex h-7 items-end">
        <Skeleton className="mb-0.75 w-32" />
      </div>
    </div>
  );
}

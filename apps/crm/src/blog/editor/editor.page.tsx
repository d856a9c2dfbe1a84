import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { queryOf } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { recordId } from '@docfolio/contracts/core/text';
import { type EditedPost, posts } from '@docfolio/contracts/entities/post';
import { Link, useNavigate, useParams } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { Spinner } from '@docfolio/ui/display/spinner';
import { toast } from '@docfolio/ui/runtime';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { editPathOf, postKind } from '../posts/post-kind.js';
import { BackToPosts, headingOf } from './editor-head.js';
import { PostEditor } from './post-editor.js';
import type { AfterSave } from './use-post-editor.js';

export default function EditorPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const seat = useSeat(id);
  const onSaved = useStableHandler((saved: EditedPost, then: AfterSave) => {
    if (then === 'leave') navigate(postKind.path);
    else if (id === undefined) {
      seat.becomes(saved.id);
      navigate(editPathOf(saved), { replace: true });
    }
  });
  if (seat.created || id === undefined) return <PostEditor key={seat.key} post={null} onSaved={onSaved} />;
  return <LoadedEditor key={seat.key} id={id} onSaved={onSaved} />;
}

/** Returns a React key per opened post. It stays when saving gives a new post its id: caret and Undo survive. */
function useSeat(id: string | undefined) {
  const [seat, setSeat] = useState<Seat>({ id, key: 0 });
  const shown = seatOf(id, seat);
  if (shown !== seat) setSeat(shown);
  return {
    key: shown.key,
    created: shown.created === true,
    becomes: (next: string) => setSeat((before) => ({ ...before, next })),
  };
}

interface Seat {
  id: string | undefined;
  key: number;
  /** The id that saving gave a new post. */
  next?: string;
  /** The editor was opened for a new post. */
  created?: boolean;
}

function seatOf(id: string | undefined, seat: Seat): Seat {
  if (id === seat.id) return seat;
  return id === seat.next ? { id, key: seat.key, created: true } : { id, key: seat.key + 1 };
}

interface LoadedEditorProps {
  id: string;
  onSaved: (saved: EditedPost, then: AfterSave) => void;
}

function LoadedEditor({ id, onSaved }: LoadedEditorProps) {
  const known = recordId.safeParse(id).success;
  const { data, error, isFetching, refetch } = useQuery({ ...queryOf(posts.get, { id }), enabled: known });
  const late = useDelayed(!data && !error);
  const missing = !known || (error instanceof ProblemError && error.code === 'not_found');
  useEffect(() => {
    if (!error || missing) return;
    console.error('Loading a post failed', error);
    toast({ title: 'Error', description: 'Failed to fetch blog post', variant: 'destructive' });
  }, [error, missing]);

  // Even if the post was deleted in the meantime: saving detects that.
  if (data) return <PostEditor post={data} onSaved={onSaved} />;
  if (missing)
    return (
      <Frame>
        <EmptyState
          className="pt-16"
          icon={<SearchX size={20} strokeWidth={1.75} />}
          title="This post is not here"
          detail="It was deleted, or the address is not complete."
          action={
            <Button size="sm" asChild>
              <Link to={postKind.path}>Go to Blog Posts</Link>
            </Button>
          }
        />
      </Frame>
    );
  if (error)
    return (
      <Frame>
        <ErrorState
          className="pt-16"
          title="Failed to fetch blog post"
          detail="The server did not respond. Nothing was changed."
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Frame>
    );
  return (
    <Frame>
      <div className="grid grow place-items-center" role="status">
        <span className="sr-only">Loading blog post</span>
        {late && <Spinner size={20} className="text-faint" />}
      </div>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-4.5 border-line border-b px-6 max-md:h-auto max-md:flex-col max-md:items-start max-md:gap-2 max-md:px-4 max-md:py-3">
        <BackToPosts />
        <h1 className="text-card text-ink max-md:text-page">{headingOf(true)}</h1>
      </div>
      {children}
    </>
  );
}

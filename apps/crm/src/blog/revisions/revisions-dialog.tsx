import { TimeText } from '@docfolio/admin/records/time-text';
import { queryOf } from '@docfolio/api-client/query';
import { type PostRevision, type PostRevisionSummary, postRevisions } from '@docfolio/contracts/entities/post-revision';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Dialog, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { toast } from '@docfolio/ui/runtime';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { PostTexts } from './revision-diff.js';

const RevisionDiff = lazy(() => import('./revision-diff.js'));

interface RevisionsDialogProps {
  postId: string;
  /** The texts in the form, including unsaved changes. */
  current: PostTexts;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Puts a revision into the form, unsaved. */
  onRestore: (revision: PostRevision) => void;
}

/** The dialog that compares a post's revisions with the current text and restores one. */
export function RevisionsDialog({ postId, current, open, onOpenChange, onRestore }: RevisionsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Revisions"
      description="Each save stores the previous text."
      className="-ml-[min(30rem,50vw-2rem)]! w-240! max-md:ml-0! max-md:w-full!"
    >
      {open && (
        <Revisions
          postId={postId}
          current={current}
          onRestore={(revision) => {
            onOpenChange(false);
            onRestore(revision);
            toast({ title: 'Version restored', description: 'It is in the form, and not saved yet.' });
          }}
        />
      )}
    </Dialog>
  );
}

type RevisionsProps = Pick<RevisionsDialogProps, 'postId' | 'current' | 'onRestore'>;

function Revisions({ postId, current, onRestore }: RevisionsProps) {
  // A cached list could lack the newest revision.
  const list = useQuery({ ...queryOf(postRevisions.list, { id: postId }), staleTime: 0 });
  const [chosenId, setChosenId] = useState<string>();
  const revisions = list.data?.items ?? [];
  const chosen = revisions.find(({ id }) => id === chosenId) ?? revisions[0];
  // Revisions never change.
  const whole = useQuery({
    ...queryOf(postRevisions.get, { id: chosen?.id ?? '' }),
    enabled: chosen !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <div className="flex h-[30rem] max-h-full min-h-0 border-line border-t max-md:h-auto max-md:grow max-md:flex-col">
        {chosen ? (
          <>
            <RevisionList revisions={revisions} chosen={chosen} onChoose={setChosenId} />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard (WCAG 2.1.1). */}
            <div tabIndex={0} className="-outline-offset-2 min-h-0 min-w-0 grow overflow-y-auto px-6 py-4 max-md:px-5">
              {whole.data ? (
                <Suspense fallback={<Waiting />}>
                  <Legend />
                  <RevisionDiff revision={whole.data} current={current} />
                </Suspense>
              ) : whole.isError ? (
                <ErrorState
                  className="py-12"
                  title="Failed to fetch this version"
                  onRetry={() => void whole.refetch()}
                  retrying={whole.isFetching}
                />
              ) : (
                <Waiting />
              )}
            </div>
          </>
        ) : (
          <div className="grid grow place-items-center py-12">
            {list.isError ? (
              <ErrorState
                title="Failed to fetch revisions"
                detail="The server did not respond. Nothing was changed."
                onRetry={() => void list.refetch()}
                retrying={list.isFetching}
              />
            ) : list.isPending ? (
              <Waiting />
            ) : (
              <EmptyState
                icon={<History size={20} strokeWidth={1.75} />}
                title="No revisions yet"
                detail="Each save stores the text that it replaces."
              />
            )}
          </div>
        )}
      </div>
      <DialogFooter>
        <DialogClose>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button variant="primary" disabled={!whole.data} onClick={() => whole.data && onRestore(whole.data)}>
          Restore this version
        </Button>
      </DialogFooter>
    </>
  );
}

interface RevisionListProps {
  revisions: readonly PostRevisionSummary[];
  chosen: PostRevisionSummary;
  onChoose: (id: string) => void;
}

function RevisionList({ revisions, chosen, onChoose }: RevisionListProps) {
  return (
    <ul
      aria-label="Revisions"
      className="w-64 shrink-0 overflow-y-auto border-line border-r bg-surface p-2 max-md:max-h-46 max-md:w-full max-md:border-r-0 max-md:border-b"
    >
      {revisions.map((revision) => (
        <li key={revision.id}>
          <button
            type="button"
            aria-pressed={revision.id === chosen.id}
            onClick={() => onChoose(revision.id)}
            className={classNames(
              'block w-full cursor-pointer rounded-control px-3 py-2 text-left -outline-offset-2 transition-colors',
              revision.id === chosen.id ? 'bg-select' : 'hover:bg-hover',
            )}
          >
            <TimeText at={revision.saved_at} as="minute" className="mono block text-ink text-mono" />
            <span className="mt-0.5 flex gap-2 text-caption text-faint">
              <span className="min-w-0 truncate" title={revision.saved_by ?? undefined}>
                {revision.saved_by ?? 'Unknown author'}
              </span>
              <span className="ml-auto shrink-0">{words(revision.words)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const words = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'word' : 'words'}`;

function Legend() {
  return (
    <p className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-caption text-faint">
      <span>
        <span className="mono mr-1.5 text-danger">−</span>in this version
      </span>
      <span>
        <span className="mono mr-1.5 text-success">+</span>in the current text
      </span>
    </p>
  );
}

function Waiting() {
  return (
    <div className="grid min-h-40 place-items-center text-faint">
      <Spinner size={20} />
    </div>
  );
}

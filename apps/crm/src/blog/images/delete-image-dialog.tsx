import { queryKeyOf, queryOf, useOperation } from '@docfolio/api-client/query';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Image, type ImageUse, images, imageUses } from '@docfolio/contracts/entities/image';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { Badge } from '@docfolio/ui/display/badge';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { toast } from '@docfolio/ui/runtime';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { ImageThumb } from './image-thumb.js';

/** The dialog that deletes an image permanently, after listing the saved posts that show it. */
export function DeleteImageDialog({ image, onClose }: { image: Image; onClose: () => void }) {
  const client = useQueryClient();
  // Never from the cache: posts may have changed.
  const uses = useQuery({ ...queryOf(imageUses.list, { name: image.name }), staleTime: 0, gcTime: 0 });
  const { mutateAsync: erase, isPending } = useOperation(images.delete);
  const remove = async () => {
    try {
      await erase({ name: image.name });
    } catch (error) {
      // Already deleted: a success.
      if (!(error instanceof ProblemError && error.code === 'not_found')) {
        console.error('Deleting an image failed', error);
        toast({ title: 'Error', description: 'Failed to delete image', variant: 'destructive' });
        return;
      }
    }
    onClose();
    toast({ title: 'Success', description: 'Image deleted successfully' });
    await client.invalidateQueries({ queryKey: queryKeyOf(images.list) });
  };
  return (
    <Dialog open onOpenChange={onClose} title="Delete Image" description="This action cannot be undone.">
      <DialogBody className="flex flex-col gap-4">
        <div className="flex items-center gap-4">
          <ImageThumb image={image} className="max-w-30 shrink-0" />
          <span className="mono min-w-0 text-mono text-muted [overflow-wrap:anywhere]">{image.name}</span>
        </div>
        <div aria-live="polite" className="text-ui text-muted">
          {uses.isPending ? (
            <span className="flex items-center gap-2">
              <Spinner /> Checking where it is used
            </span>
          ) : uses.isError ? (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
              Where it is used could not be checked.
              <Button size="sm" busy={uses.isFetching} onClick={() => void uses.refetch()}>
                Retry
              </Button>
            </span>
          ) : (
            <Uses uses={uses.data.items} />
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button variant="ghost" autoFocus>
            Cancel
          </Button>
        </DialogClose>
        <Button variant="destructive" busy={isPending} disabled={uses.isPending} onClick={() => void remove()}>
          {uses.data && uses.data.items.length > 0 ? 'Delete anyway' : 'Delete'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Uses({ uses }: { uses: readonly ImageUse[] }) {
  if (uses.length === 0) return <p>No saved post shows it.</p>;
  return (
    <>
      <p className="flex gap-2.5 text-ink">
        <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
        {uses.length === 1
          ? 'This post shows it, and will show that it is missing:'
          : `These ${uses.length} posts show it, and will show that it is missing:`}
      </p>
      <ul className="mt-2 flex flex-col gap-1 pl-6.5">
        {uses.map(({ id, title, published }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <Link
              to={`/admin/blog/edit/${id}`}
              target="_blank"
              title={title}
              className="min-w-0 truncate rounded-bar text-ink underline decoration-line-strong underline-offset-3 hover:text-accent"
            >
              {title}
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>
            {published ? <Badge tone="success">Published</Badge> : <Badge>Draft</Badge>}
          </li>
        ))}
      </ul>
    </>
  );
}

import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';

const lines = ['w-full', 'w-11/12', 'w-10/12', 'w-9/12', 'w-7/12'];

/** A placeholder for a post with a title of two lines. It is as high as the window, to keep the footer out of sight. */
export function PostSkeleton() {
  const late = useDelayed(true);
  return (
    <div role="status" className="flow-root min-h-dvh max-w-post">
      <span className="sr-only">Loading the post</span>
      <div aria-hidden="true" className={late ? undefined : 'invisible'}>
        <Skeleton className="my-0.75 w-64 max-w-full" />
        <div className="mt-5 flex h-21 flex-col justify-around max-md:h-17">
          <Skeleton className="h-7 w-11/12" />
          <Skeleton className="h-7 w-3/5" />
        </div>
        <div className="mt-3 flex h-14 flex-col justify-around">
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
        <Skeleton className="mt-4.75 mb-0.75 w-40" />
        <div className="mt-5 flex h-12.5 items-center justify-between border-line border-y">
          <Skeleton className="w-56" />
          <Skeleton className="w-28" />
        </div>
        <div className="mt-8 flex flex-col gap-4.75">
          {lines.map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
      </div>
    </div>
  );
}

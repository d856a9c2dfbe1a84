import { infiniteListOf } from '@docfolio/api-client/query';
import { images } from '@docfolio/contracts/entities/image';
import { toast } from '@docfolio/ui/runtime';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/** Loads the uploaded images by page, newest first. A failure shows a toast (specification, section 8). */
export function useImageList({ enabled = true } = {}) {
  const list = useInfiniteQuery({ ...infiniteListOf(images.list, {}), enabled });
  const { data, error } = list;
  useEffect(() => {
    if (!error) return;
    console.error('Loading images failed', error);
    toast({ title: 'Error', description: 'Failed to load images', variant: 'destructive' });
  }, [error]);
  const rows = useMemo(
    () => [...new Map(data?.pages.flatMap(({ items }) => items).map((image) => [image.id, image])).values()],
    [data],
  );
  return { ...list, rows };
}

export type ImageList = ReturnType<typeof useImageList>;

import { minuteOf } from '@docfolio/admin/records/record-texts';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { useOperation } from '@docfolio/api-client/query';
import { postPreviews } from '@docfolio/contracts/entities/post-preview';
import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { toast } from '@docfolio/ui/runtime';
import { useState } from 'react';

export interface PreviewLink {
  href: string;
  expiresAt: string;
}

/** Creates, copies and opens links under which anybody can read a draft as last saved, until they expire. */
export function usePreviewLink() {
  const { mutateAsync, isPending } = useOperation(postPreviews.create);
  const { copy } = useCopy();
  const [shown, setShown] = useState<PreviewLink | null>(null);

  const make = async (id: string): Promise<PreviewLink | null> => {
    try {
      const { path, expires_at } = await mutateAsync({ id });
      return { href: new URL(path, window.location.origin).href, expiresAt: expires_at };
    } catch (error) {
      console.error('Making a preview link failed', error);
      toast({ title: 'Error', description: 'Failed to create preview link', variant: 'destructive' });
      return null;
    }
  };

  return {
    busy: isPending,
    shown,
    hide: () => setShown(null),
    copyLink: useStableHandler(async (id: string) => {
      const link = await make(id);
      if (!link) return;
      if (await copy(link.href)) toast({ title: 'Preview link copied', description: untilText(link) });
      else setShown(link);
    }),
    /** Opens the preview in a new tab; a failure shows a toast. */
    openPreview: useStableHandler(async (id: string) => {
      // Before the request, because browsers allow it only during a click.
      const tab = window.open('', '_blank');
      const link = await make(id);
      if (tab && link) {
        tab.opener = null;
        tab.location.replace(link.href);
      } else if (link) setShown(link);
      else tab?.close();
    }),
  };
}

export const untilText = ({ expiresAt }: PreviewLink) =>
  `Anyone with the link can read the draft as last saved, until ${minuteOf(expiresAt)}.`;

import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { toast } from '@docfolio/ui/runtime';
import { Check, Link2 } from 'lucide-react';

/** A button that copies the address of the page with its open drawer. */
export function CopyLink() {
  const { state, copy } = useCopy();
  const copyAddress = async () => {
    if (await copy(window.location.href)) toast({ title: 'Link copied!' });
    else toast({ title: 'Error', description: 'The link could not be copied.', variant: 'destructive' });
  };
  return (
    <IconButton label="Copy link" size="sm" onClick={() => void copyAddress()}>
      {state === 'copied' ? (
        <Check aria-hidden size={16} strokeWidth={1.75} className="text-accent" />
      ) : (
        <Link2 aria-hidden size={16} strokeWidth={1.75} />
      )}
    </IconButton>
  );
}

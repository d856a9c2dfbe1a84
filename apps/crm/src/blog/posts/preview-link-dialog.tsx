import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { type PreviewLink, untilText } from './use-preview-link.js';

/** Shows a draft's preview link to copy by hand, after the browser denied the clipboard or a new tab. */
export function PreviewLinkDialog({ link, onClose }: { link: PreviewLink | null; onClose: () => void }) {
  if (!link) return null;
  return (
    <Dialog open onOpenChange={onClose} title="Preview link" description={untilText(link)}>
      <DialogBody>
        <Field label="Link" hint="Your browser did not let the page copy it.">
          <Input readOnly autoFocus mono value={link.href} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button variant="ghost">Close</Button>
        </DialogClose>
      </DialogFooter>
    </Dialog>
  );
}

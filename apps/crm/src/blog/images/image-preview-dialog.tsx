import { humanSize } from '@docfolio/admin/records/human-size';
import { TimeText } from '@docfolio/admin/records/time-text';
import { defaultAlt, type Image } from '@docfolio/contracts/entities/image';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Dialog, DialogBody, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { MarkdownImage } from '@docfolio/ui/text/markdown-image';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { animationLost } from './upload-list.js';

interface ImagePreviewDialogProps {
  image: Image;
  onClose: () => void;
  onInsert: (image: Image, alt: string | undefined) => void;
  onCopy: (image: Image, alt: string | undefined) => void;
  onDelete: (image: Image) => void;
}

/** The dialog that inserts an image into the text, copies its Markdown or deletes it. */
export function ImagePreviewDialog({ image, onClose, onInsert, onCopy, onDelete }: ImagePreviewDialogProps) {
  const [alt, setAlt] = useState('');
  const words = alt.trim() || undefined;
  return (
    <Dialog open onOpenChange={onClose} title="Image Preview">
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          // The post's form is an ancestor in React's tree and must not receive the event.
          event.stopPropagation();
          onInsert(image, words);
        }}
      >
        <DialogBody className="flex flex-col gap-4">
          <div className="grid place-items-center overflow-hidden rounded-control border border-line bg-canvas [&_img]:h-auto [&_img]:max-h-[46dvh] [&_img]:w-auto [&_img]:max-w-full">
            <MarkdownImage src={image.url} alt={words ?? defaultAlt} width={image.width} height={image.height} />
          </div>
          <p className="mono flex flex-wrap gap-x-4 text-mono text-faint">
            <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{image.name}</span>
            <span>
              {image.width} × {image.height}
            </span>
            <span>{humanSize(image.size)}</span>
            <TimeText at={image.created_at} as="minute" />
          </p>
          {image.animation_lost && <p className="text-caption text-warning">{animationLost}</p>}
          <Field label="Alt Text (for accessibility)" hint="What the picture shows, for readers who cannot see it.">
            <Input
              value={alt}
              placeholder={defaultAlt}
              onChange={(event) => setAlt(event.currentTarget.value)}
              autoFocus
            />
          </Field>
        </DialogBody>
        <DialogFooter className="flex-wrap">
          <Button
            variant="destructive"
            className="mr-auto"
            icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => onDelete(image)}
          >
            Delete
          </Button>
          <Button icon={<Copy aria-hidden size={16} strokeWidth={1.75} />} onClick={() => onCopy(image, words)}>
            Copy markdown
          </Button>
          <Button type="submit" variant="primary" className="max-md:w-full">
            Insert with Alt Text
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

import { humanSize } from '@docfolio/admin/records/human-size';
import { defaultAlt, type Image } from '@docfolio/contracts/entities/image';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Dialog, DialogBody, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { toast } from '@docfolio/ui/runtime';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { ImageDrop } from './image-drop.js';
import { ImageListHead, NoImages, OlderImages } from './image-list-states.js';
import { ImageThumb } from './image-thumb.js';
import { shortName } from './short-name.js';
import { UploadRows } from './upload-rows.js';
import { useImageList } from './use-image-list.js';
import { type ImageUploads, useImageUpload } from './use-image-upload.js';

interface InsertImageDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Receives the image's name and alt text, directly after `onOpenChange(false)`. */
  onInsert: (name: string, alt?: string) => void;
}

const grid = 'grid grid-cols-3 gap-x-3 gap-y-3.5 max-xs:grid-cols-2';

/** The dialog that uploads an image, or chooses an uploaded one, to insert it. */
export function InsertImageDialog({ open, onOpenChange, onInsert }: InsertImageDialogProps) {
  // Outside the dialog's content, so that uploads continue when it closes.
  const uploads = useImageUpload();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Insert Image">
      {open && (
        <Choice
          {...uploads}
          onInsert={(image, alt) => {
            onOpenChange(false);
            onInsert(image.name, alt);
            toast({ title: 'Image inserted', description: 'Markdown has been added to your content' });
          }}
        />
      )}
    </Dialog>
  );
}

function Choice({
  upload,
  uploads,
  onInsert,
}: ImageUploads & { onInsert: (image: Image, alt: string | undefined) => void }) {
  const list = useImageList();
  const [chosen, setChosen] = useState<Image | null>(null);
  const [alt, setAlt] = useState('');
  const words = alt.trim() || undefined;
  const takeFile = async (file: File) => {
    const stored = await upload(file, setChosen);
    if (stored) setChosen(stored);
  };
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        // The post's form is an ancestor in React's tree and must not receive the event.
        event.stopPropagation();
        if (chosen) onInsert(chosen, words);
      }}
    >
      <DialogBody>
        <ImageDrop onFile={(file) => void takeFile(file)} />
        <UploadRows uploads={uploads} className="mt-3" />
        <div className="mt-4 mb-2">
          <ImageListHead title="Recent Images" list={list} />
        </div>
        {list.rows.length > 0 ? (
          <ul aria-label="Recent Images" className={grid}>
            {list.rows.map((image) => (
              <li key={image.id} className="min-w-0">
                <ImageChoice
                  image={image}
                  chosen={image.id === chosen?.id}
                  onChoose={() => setChosen(image)}
                  onInsert={() => onInsert(image, words)}
                />
              </li>
            ))}
          </ul>
        ) : (
          <NoImages list={list} grid={grid} />
        )}
        <OlderImages list={list} />
      </DialogBody>
      <DialogFooter className="flex-wrap items-end gap-y-3">
        <Field label="Alt Text (for accessibility)" className="min-w-56 grow max-md:w-full">
          <Input
            value={alt}
            placeholder={defaultAlt}
            disabled={!chosen}
            onChange={(event) => setAlt(event.currentTarget.value)}
          />
        </Field>
        <Button disabled={!chosen} onClick={() => chosen && onInsert(chosen, undefined)} className="max-md:grow">
          Insert
        </Button>
        <Button type="submit" variant="primary" disabled={!chosen} className="max-md:grow">
          Insert with Alt Text
        </Button>
      </DialogFooter>
    </form>
  );
}

interface ImageChoiceProps {
  image: Image;
  chosen: boolean;
  onChoose: () => void;
  onInsert: () => void;
}

function ImageChoice({ image, chosen, onChoose, onInsert }: ImageChoiceProps) {
  const { name, size } = image;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={`${name}, ${humanSize(size)}`}
      onClick={onChoose}
      onDoubleClick={onInsert}
      className="block w-full cursor-pointer rounded-control text-left"
    >
      <span
        className={classNames(
          'relative block overflow-hidden rounded-control outline-offset-2 transition-opacity hover:opacity-85',
          chosen && 'outline-2 outline-accent',
        )}
      >
        <ImageThumb image={image} />
        {chosen && (
          <span className="absolute top-1.5 right-1.5 grid size-4.5 place-items-center rounded-full bg-fill text-on-fill">
            <Check aria-hidden size={12} strokeWidth={2.5} />
          </span>
        )}
      </span>
      <span className="mono mt-1.5 block truncate text-ink text-mono">{shortName(name)}</span>
      <span className="mono block text-faint text-mono">{humanSize(size)}</span>
    </button>
  );
}

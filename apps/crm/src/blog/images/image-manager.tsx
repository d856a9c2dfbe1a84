import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { type Image, imageMarkdown } from '@docfolio/contracts/entities/image';
import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { toast } from '@docfolio/ui/runtime';
import { useState } from 'react';
import { DeleteImageDialog } from './delete-image-dialog.js';
import { ImageDrop } from './image-drop.js';
import { ImageListHead, NoImages, OlderImages } from './image-list-states.js';
import { ImagePreviewDialog } from './image-preview-dialog.js';
import { ImageTile } from './image-tile.js';
import { UploadRows } from './upload-rows.js';
import { useImageList } from './use-image-list.js';
import { useImageUpload } from './use-image-upload.js';

const grid = 'grid grid-cols-2 gap-x-3 gap-y-3.5';

/** The panel beside a post's text that uploads, lists and inserts images (specification, section 2). */
export function ImageManager({ onInsert }: { onInsert: (markdown: string) => void }) {
  const { upload, uploads } = useImageUpload();
  const list = useImageList();
  const [previewed, setPreviewed] = useState<Image | null>(null);
  const [deleted, setDeleted] = useState<Image | null>(null);
  const { copy } = useCopy();

  const insert = useStableHandler((image: Image, alt?: string) => {
    setPreviewed(null);
    onInsert(imageMarkdown(image.name, alt));
    toast({ title: 'Image inserted', description: 'Markdown has been added to your content' });
  });
  const copyMarkdown = useStableHandler(async (image: Image, alt?: string) => {
    const copied = await copy(imageMarkdown(image.name, alt));
    if (copied) toast({ title: 'Copied', description: 'Image markdown copied to clipboard' });
    else toast({ title: 'Error', description: 'The markdown could not be copied.', variant: 'destructive' });
  });
  const remove = useStableHandler((image: Image) => {
    setPreviewed(null);
    setDeleted(image);
  });
  const acts = {
    onInsert: useStableHandler((image: Image) => insert(image)),
    onCopy: useStableHandler((image: Image) => copyMarkdown(image)),
    onPreview: setPreviewed,
    onDelete: remove,
  };

  return (
    <section aria-label="Images" data-image-column="">
      <ImageDrop onFile={(file) => void upload(file)} />
      <UploadRows uploads={uploads} className="mt-3" />
      <div className="mt-4 mb-2">
        <ImageListHead title="Uploaded Images" list={list} />
      </div>
      {list.rows.length > 0 ? (
        <ul aria-label="Uploaded Images" className={grid}>
          {list.rows.map((image) => (
            <ImageTile key={image.id} image={image} {...acts} />
          ))}
        </ul>
      ) : (
        <NoImages list={list} grid={grid} />
      )}
      <OlderImages list={list} />
      {previewed && (
        <ImagePreviewDialog
          image={previewed}
          onClose={() => setPreviewed(null)}
          onInsert={insert}
          onCopy={copyMarkdown}
          onDelete={remove}
        />
      )}
      {deleted && <DeleteImageDialog image={deleted} onClose={() => setDeleted(null)} />}
    </section>
  );
}

import { humanSize } from '@docfolio/admin/records/human-size';
import { deleteItem, RecordMenu } from '@docfolio/admin/records/record-menu';
import type { Image } from '@docfolio/contracts/entities/image';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Copy, Eye, Plus, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { ImageThumb } from './image-thumb.js';
import { shortName } from './short-name.js';

/** The actions on an image. They must be stable functions, because tiles are memoised. */
export interface ImageActs {
  onInsert: (image: Image) => void;
  onCopy: (image: Image) => void;
  onPreview: (image: Image) => void;
  onDelete: (image: Image) => void;
}

/** An image in the grid, with actions over the picture or, on touch screens, in a menu. */
export const ImageTile = memo(function ImageTile({ image, ...acts }: { image: Image } & ImageActs) {
  const { name, size } = image;
  const { onInsert, onCopy, onPreview, onDelete } = acts;
  return (
    <li className="min-w-0">
      <div className="group/tile relative overflow-hidden rounded-control">
        <ImageThumb image={image} />
        <div className="absolute inset-0 flex items-center justify-center gap-0.5 rounded-control border border-line-strong bg-overlay/75 opacity-0 transition-opacity duration-100 focus-within:opacity-100 hover:opacity-100 touch:hidden">
          <IconButton label={`Insert ${name}`} size="sm" onClick={() => onInsert(image)} className="text-ink">
            <Plus aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
          <IconButton label={`Copy markdown of ${name}`} size="sm" onClick={() => onCopy(image)} className="text-ink">
            <Copy aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
          <IconButton label={`Preview ${name}`} size="sm" onClick={() => onPreview(image)} className="text-ink">
            <Eye aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
          <IconButton label={`Delete ${name}`} size="sm" onClick={() => onDelete(image)} className="text-ink">
            <Trash2 aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        </div>
        <button
          type="button"
          aria-label={`Preview ${name}`}
          onClick={() => onPreview(image)}
          className="absolute inset-0 hidden rounded-control -outline-offset-2 touch:block"
        />
      </div>
      <div className="flex items-start">
        <div className="min-w-0 grow pt-1.5">
          <p title={name} className="mono truncate text-mono text-ink">
            {shortName(name)}
          </p>
          <p className="mono text-mono text-faint">{humanSize(size)}</p>
        </div>
        <div className="-mr-2 hidden touch:block">
          <RecordMenu
            label={`Actions for ${name}`}
            groups={[
              [
                { label: 'Insert', icon: Plus, onSelect: () => onInsert(image) },
                { label: 'Copy markdown', icon: Copy, onSelect: () => onCopy(image) },
                { label: 'Preview', icon: Eye, onSelect: () => onPreview(image) },
              ],
              [deleteItem(() => onDelete(image))],
            ]}
          />
        </div>
      </div>
    </li>
  );
});

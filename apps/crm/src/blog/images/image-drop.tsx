import { imageTypes } from '@docfolio/contracts/entities/image';
import { classNames } from '@docfolio/ui/class-names';
import { ImageUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';

const words = 'Drag and drop or click to select (max 5MB)';
const acceptedTypes = Object.keys(imageTypes).join(',');
const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** An area to drop or choose files. Calls `onFile` for each one, unchecked. */
export function ImageDrop({ onFile, className }: { onFile: (file: File) => void; className?: string }) {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    for (const file of files ?? []) onFile(file);
  };
  return (
    <label
      onDragEnter={(event) => carriesFiles(event) && setOver(true)}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
      className={classNames(
        'relative flex min-h-13 cursor-pointer items-center justify-center gap-2 text-balance rounded-control border border-dashed px-2 py-2 text-ui transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent has-[:focus-visible]:outline-offset-2',
        over
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-line-strong text-muted hover:border-line-field hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <ImageUp aria-hidden size={16} strokeWidth={1.75} className={over ? undefined : 'text-faint'} />
      {words}
      <input
        type="file"
        // Types by name: phones then convert their own ones, such as HEIC, to JPEG.
        accept={acceptedTypes}
        multiple
        className="sr-only"
        onChange={(event) => {
          take(event.currentTarget.files);
          // Choosing the same file again then fires a change event.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

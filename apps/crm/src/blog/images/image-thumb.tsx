import type { Image } from '@docfolio/contracts/image';
import { classNames } from '@docfolio/ui/class-names';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';

/** The variant that a grid shows, in pixels; narrower pictures have none and are shown as they are. */
const gridWidth = 320;

/** A picture cut to its tile; its blurred miniature stands there until it has come. */
export function ImageThumb({ image, className }: { image: Image; className?: string }) {
  const [missing, setMissing] = useState(false);
  const frame = classNames('block aspect-[20/9] w-full rounded-control', className);
  if (missing)
    return (
      <span
        role="img"
        aria-label="Image not found"
        className={classNames(frame, 'grid place-items-center bg-surface text-faint')}
      >
        <ImageOff aria-hidden size={16} strokeWidth={1.75} />
      </span>
    );
  return (
    <img
      src={image.width > gridWidth ? `${image.url}?w=${gridWidth}` : image.url}
      alt=""
      width={image.width}
      height={image.height}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
      className={classNames(frame, 'bg-center bg-cover bg-surface object-cover')}
      style={{ backgroundImage: `url(${image.placeholder})` }}
    />
  );
}

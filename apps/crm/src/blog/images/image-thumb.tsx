import type { Image } from '@docfolio/contracts/entities/image';
import { classNames } from '@docfolio/ui/class-names';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';

/** Width in px of the image variant for grids. Narrower images have no such variant. */
const gridWidth = 320;

/** An image cropped to fill its tile, over a blurred placeholder while it loads. */
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

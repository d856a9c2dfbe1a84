import { maxRating } from '@docfolio/contracts/generated/constants';
import { Star } from 'lucide-react';

const places = Array.from({ length: maxRating }, (_, place) => place);

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`Rated ${rating} out of ${places.length}`} className="flex gap-1">
      {places.map((place) => (
        <Star
          key={place}
          aria-hidden
          size={14}
          strokeWidth={1.75}
          className={place < rating ? 'fill-current text-ink' : 'text-line-field'}
        />
      ))}
    </span>
  );
}

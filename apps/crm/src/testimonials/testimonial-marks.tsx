import { type ManagedTestimonial, maxRating } from '@docfolio/contracts/entities/testimonial';
import { Badge } from '@docfolio/ui/display/badge';
import { Star } from 'lucide-react';

const places = Array.from({ length: maxRating }, (_, place) => place);

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`Rated ${rating} out of ${maxRating}`} className="inline-flex gap-0.75 align-middle">
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

export function Approval({ isApproved }: { isApproved: boolean }) {
  return isApproved ? <Badge tone="success">Approved</Badge> : <Badge tone="warning">Pending</Badge>;
}

export function TestimonialStatus({ testimonial }: { testimonial: ManagedTestimonial }) {
  return (
    <span className="flex gap-1.5">
      <Approval isApproved={testimonial.is_approved} />
      {testimonial.is_featured && (
        <Badge tone="info" mark="star">
          Featured
        </Badge>
      )}
    </span>
  );
}

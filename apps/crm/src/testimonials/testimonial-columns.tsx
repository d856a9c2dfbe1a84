import { dayColumn, textColumn } from '@docfolio/admin/records/columns';
import type { ManagedTestimonial } from '@docfolio/contracts/entities/testimonial';
import type { Column } from '@docfolio/ui/tables/data-table';
import { positionOf } from './testimonial-kind.js';
import { Stars, TestimonialStatus } from './testimonial-marks.js';

export const testimonialColumns: readonly Column<ManagedTestimonial>[] = [
  {
    key: 'name',
    header: 'Client',
    width: 220,
    grow: 220,
    primary: true,
    sortable: true,
    cell: (testimonial) => <Client testimonial={testimonial} />,
  },
  {
    key: 'rating',
    header: 'Rating',
    width: 116,
    sortable: true,
    cell: ({ rating }) => <Stars rating={rating} />,
  },
  textColumn('content', 'Content', 200, { grow: 380, yields: 1 }),
  {
    key: 'status',
    header: 'Status',
    width: 206,
    cell: (testimonial) => <TestimonialStatus testimonial={testimonial} />,
  },
  dayColumn('created_at', 'Created', 124),
];

function Client({ testimonial }: { testimonial: ManagedTestimonial }) {
  const position = positionOf(testimonial);
  return (
    <>
      <span title={testimonial.name} className="block truncate leading-4.5">
        {testimonial.name}
      </span>
      {position && (
        <span title={position} className="block truncate font-normal text-caption text-faint">
          {position}
        </span>
      )}
    </>
  );
}

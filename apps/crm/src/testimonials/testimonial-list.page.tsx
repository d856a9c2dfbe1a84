import { listFilter, optionsOf } from '@docfolio/admin/records/list-filters';
import { reloadDependents } from '@docfolio/admin/records/record-cache';
import { RecordPage } from '@docfolio/admin/records/record-page';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import {
  type ManagedTestimonial,
  testimonialFilters,
  testimonialSorts,
} from '@docfolio/contracts/entities/testimonial';
import { Button } from '@docfolio/ui/buttons/button';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, Star, StarOff } from 'lucide-react';
import { testimonialColumns } from './testimonial-columns.js';
import { TestimonialFields } from './testimonial-fields.js';
import { testimonialForm } from './testimonial-form.js';
import { positionOf, testimonialKind } from './testimonial-kind.js';
import { Approval } from './testimonial-marks.js';

const filters = [listFilter('status', 'statuses', optionsOf(testimonialFilters))];

type Mark = 'is_approved' | 'is_featured';
const marks = {
  is_approved: { set: ['Approve', CircleCheck, 'approved'], unset: ['Unapprove', CircleDashed, 'unapproved'] },
  is_featured: { set: ['Feature', Star, 'featured'], unset: ['Unfeature', StarOff, 'unfeatured'] },
} as const;

export default function TestimonialListPage() {
  const client = useQueryClient();
  const page = useRecordPage(testimonialKind, { sorts: testimonialSorts, filters });
  const toggle = (testimonial: ManagedTestimonial, mark: Mark) => {
    const [label, icon, done] = marks[mark][testimonial[mark] ? 'unset' : 'set'];
    const words = { done: `Testimonial ${done} successfully`, failed: 'Failed to update testimonial' };
    return {
      label,
      icon,
      onSelect: () =>
        page.patch(
          testimonial,
          { [mark]: !testimonial[mark] },
          words,
          () => void reloadDependents(client, testimonialKind),
        ),
      disabled: page.busy.has(testimonial.id),
    };
  };
  const markItems = (testimonial: ManagedTestimonial) => [
    toggle(testimonial, 'is_approved'),
    toggle(testimonial, 'is_featured'),
  ];
  return (
    <RecordPage
      page={page}
      columns={testimonialColumns}
      row={{
        menu: (testimonial, { view, edit, remove }) => [[view], markItems(testimonial), [edit], [remove]],
        phone: (testimonial) => ({
          at: testimonial.created_at,
          detail: positionOf(testimonial) || testimonial.content,
          title: <PhoneTitle testimonial={testimonial} />,
          status: <Approval isApproved={testimonial.is_approved} />,
        }),
      }}
      form={testimonialForm}
      emptyDetail="Add what a client says about your work. It appears on the site immediately."
      drawerTitle="Testimonial Details"
      drawer={(testimonial) => ({
        action: !testimonial.is_approved && (
          <Button
            size="sm"
            variant="primary"
            icon={<CircleCheck aria-hidden size={16} strokeWidth={1.75} />}
            busy={page.busy.has(testimonial.id)}
            onClick={toggle(testimonial, 'is_approved').onSelect}
          >
            Approve
          </Button>
        ),
        items: markItems(testimonial),
        children: <TestimonialFields testimonial={testimonial} />,
      })}
    />
  );
}

function PhoneTitle({ testimonial: { name, is_featured } }: { testimonial: ManagedTestimonial }) {
  return (
    <>
      {name}
      {is_featured && (
        <>
          <Star aria-hidden size={12} strokeWidth={2} className="ml-1.5 inline fill-current align-[-1px] text-info" />
          <span className="sr-only">, featured</span>
        </>
      )}
    </>
  );
}

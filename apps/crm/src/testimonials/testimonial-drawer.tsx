import type { ManagedTestimonial } from '@docfolio/contracts/testimonial';
import { Button } from '@docfolio/ui/buttons/button';
import { Badge } from '@docfolio/ui/display/badge';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { CircleCheck } from 'lucide-react';
import { DrawerTools } from '../records/drawer-tools.js';
import { RecordDrawer } from '../records/record-drawer.js';
import { deleteItem } from '../records/record-menu.js';
import { TimeText } from '../records/time-text.js';
import type { OpenRecord } from '../records/use-open-record.js';
import type { RecordListQuery } from '../records/use-record-list.js';
import { testimonialKind } from './testimonial-kind.js';
import { Approval, Stars } from './testimonial-marks.js';
import { markItems } from './testimonial-menu.js';
import type { TestimonialActions } from './use-testimonial-actions.js';

interface TestimonialDrawerProps {
  opened: OpenRecord<ManagedTestimonial>;
  list: RecordListQuery<ManagedTestimonial>;
  actions: TestimonialActions;
  onEdit: (id: string) => void;
}

export function TestimonialDrawer({ opened, list, actions, onEdit }: TestimonialDrawerProps) {
  return (
    <RecordDrawer
      kind={testimonialKind}
      opened={opened}
      list={list}
      title="Testimonial Details"
      render={(testimonial) => ({
        action: !testimonial.is_approved && (
          <Button
            size="sm"
            variant="primary"
            icon={<CircleCheck aria-hidden size={16} strokeWidth={1.75} />}
            busy={actions.busy.has(testimonial.id)}
            onClick={() => actions.setApproved(testimonial, true)}
          >
            Approve
          </Button>
        ),
        tools: (
          <DrawerTools
            kind={testimonialKind}
            record={testimonial}
            busy={actions.busy.has(testimonial.id)}
            onEdit={() => onEdit(testimonial.id)}
            groups={[
              markItems(testimonial, actions),
              [{ ...deleteItem(() => actions.remove(testimonial, opened.close)), label: 'Delete testimonial' }],
            ]}
          />
        ),
        children: <Details testimonial={testimonial} />,
      })}
    />
  );
}

function Details({ testimonial }: { testimonial: ManagedTestimonial }) {
  const { name, rating, role, company, content, created_at, is_approved, is_featured } = testimonial;
  return (
    <>
      <FieldList className="mt-5">
        <FieldRow name="Name">{name}</FieldRow>
        <FieldRow name="Rating">
          <Stars rating={rating} />
        </FieldRow>
        <FieldRow name="Role">{role}</FieldRow>
        <FieldRow name="Company">{company}</FieldRow>
        <FieldRow name="Created" mono>
          <TimeText at={created_at} as="minute" />
        </FieldRow>
        <FieldRow name="Status">
          <span className="flex flex-wrap gap-1.5">
            <Approval isApproved={is_approved} />
            {is_featured && (
              <Badge tone="info" mark="star">
                Featured: Yes
              </Badge>
            )}
          </span>
        </FieldRow>
      </FieldList>
      <DrawerSection title="Content">
        <p className="whitespace-pre-wrap text-muted text-ui [overflow-wrap:anywhere]">{content}</p>
      </DrawerSection>
    </>
  );
}

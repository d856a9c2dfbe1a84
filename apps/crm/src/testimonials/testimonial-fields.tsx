import { LongText } from '@docfolio/admin/records/long-text';
import { TimeText } from '@docfolio/admin/records/time-text';
import type { ManagedTestimonial } from '@docfolio/contracts/entities/testimonial';
import { Badge } from '@docfolio/ui/display/badge';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { Approval, Stars } from './testimonial-marks.js';

export function TestimonialFields({ testimonial }: { testimonial: ManagedTestimonial }) {
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
        <LongText text={content} fallback="" />
      </DrawerSection>
    </>
  );
}

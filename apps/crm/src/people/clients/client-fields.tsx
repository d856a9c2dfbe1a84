import { EmailLink, PhoneLink } from '@docfolio/admin/records/contact-links';
import { LongText } from '@docfolio/admin/records/long-text';
import { TimeText } from '@docfolio/admin/records/time-text';
import type { Client } from '@docfolio/contracts/entities/client';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { LeadLink } from '../links/lead-link.js';

export function ClientFields({ client }: { client: Client }) {
  return (
    <>
      <FieldList className="mt-5">
        <FieldRow name="Email">
          <EmailLink email={client.email} />
        </FieldRow>
        <FieldRow name="Phone" mono>
          {client.phone && <PhoneLink phone={client.phone} />}
        </FieldRow>
        <FieldRow name="Company">{client.company}</FieldRow>
        {client.lead_id && (
          <FieldRow name="Lead">
            <LeadLink id={client.lead_id} />
          </FieldRow>
        )}
        <FieldRow name="Created" mono>
          <TimeText at={client.created_at} as="minute" />
        </FieldRow>
      </FieldList>
      <DrawerSection title="Billing Address">
        <LongText text={client.billing_address} fallback="No billing address" />
      </DrawerSection>
    </>
  );
}

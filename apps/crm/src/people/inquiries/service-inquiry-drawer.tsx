import type { SentServiceInquiry } from '@docfolio/contracts/service-inquiry';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/field-list';
import { DrawerTools } from '../../records/drawer-tools.js';
import { LongText } from '../../records/long-text.js';
import { RecordDrawer } from '../../records/record-drawer.js';
import { deleteItem } from '../../records/record-menu.js';
import { TimeText } from '../../records/time-text.js';
import type { OpenRecord } from '../../records/use-open-record.js';
import type { RecordActions } from '../../records/use-record-actions.js';
import type { RecordListQuery } from '../../records/use-record-list.js';
import { BudgetBadge } from './budget-badge.js';
import { PersonBlock } from './person-block.js';
import { serviceInquiryKind } from './service-inquiry-kind.js';

interface ServiceInquiryDrawerProps {
  opened: OpenRecord<SentServiceInquiry>;
  list: RecordListQuery<SentServiceInquiry>;
  actions: RecordActions<SentServiceInquiry>;
}

/** 'Service Inquiry Details' of the specification, section 2, beside the list, and who asked. */
export function ServiceInquiryDrawer({ opened, list, actions }: ServiceInquiryDrawerProps) {
  return (
    <RecordDrawer
      kind={serviceInquiryKind}
      opened={opened}
      list={list}
      title="Service Inquiry Details"
      render={(inquiry) => ({
        tools: (
          <DrawerTools
            kind={serviceInquiryKind}
            record={inquiry}
            busy={actions.busy.has(inquiry.id)}
            groups={[[deleteItem(() => actions.remove(inquiry, opened.close))]]}
          />
        ),
        children: (
          <>
            <FieldList className="mt-5">
              <FieldRow name="Service">{inquiry.service_name}</FieldRow>
              <FieldRow name="From">
                <PersonBlock person={inquiry.person} />
              </FieldRow>
              <FieldRow name="Budget Range">
                <BudgetBadge range={inquiry.budget_range} />
              </FieldRow>
              <FieldRow name="Timeline" mono fallback="Not specified">
                {inquiry.timeline}
              </FieldRow>
              <FieldRow name="Created">
                <TimeText at={inquiry.created_at} as="minute" />
              </FieldRow>
            </FieldList>
            <DrawerSection title="Specific Requirements">
              <LongText text={inquiry.specific_requirements} fallback="No specific requirements provided" />
            </DrawerSection>
          </>
        ),
      })}
    />
  );
}

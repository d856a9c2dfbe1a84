import type { SentPortfolioInquiry } from '@docfolio/contracts/portfolio-inquiry';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/field-list';
import { DrawerTools } from '../../records/drawer-tools.js';
import { LongText } from '../../records/long-text.js';
import { RecordDrawer } from '../../records/record-drawer.js';
import { deleteItem } from '../../records/record-menu.js';
import { TimeText } from '../../records/time-text.js';
import type { OpenRecord } from '../../records/use-open-record.js';
import type { RecordActions } from '../../records/use-record-actions.js';
import type { RecordListQuery } from '../../records/use-record-list.js';
import { PersonBlock } from './person-block.js';
import { portfolioInquiryKind } from './portfolio-inquiry-kind.js';

interface PortfolioInquiryDrawerProps {
  opened: OpenRecord<SentPortfolioInquiry>;
  list: RecordListQuery<SentPortfolioInquiry>;
  actions: RecordActions<SentPortfolioInquiry>;
}

/** 'Portfolio Inquiry Details' of the specification, section 2, beside the list, and who asked. */
export function PortfolioInquiryDrawer({ opened, list, actions }: PortfolioInquiryDrawerProps) {
  return (
    <RecordDrawer
      kind={portfolioInquiryKind}
      opened={opened}
      list={list}
      title="Portfolio Inquiry Details"
      render={(inquiry) => ({
        tools: (
          <DrawerTools
            kind={portfolioInquiryKind}
            record={inquiry}
            busy={actions.busy.has(inquiry.id)}
            groups={[[deleteItem(() => actions.remove(inquiry, opened.close))]]}
          />
        ),
        children: (
          <>
            <FieldList className="mt-5">
              <FieldRow name="Project of Interest">{inquiry.project_name}</FieldRow>
              <FieldRow name="From">
                <PersonBlock person={inquiry.person} />
              </FieldRow>
              <FieldRow name="Created">
                <TimeText at={inquiry.created_at} as="minute" />
              </FieldRow>
            </FieldList>
            <DrawerSection title="Similar Project Interest">
              <LongText text={inquiry.similar_project_interest} fallback="No similar project interest specified" />
            </DrawerSection>
            <DrawerSection title="Custom Requirements">
              <LongText text={inquiry.custom_requirements} fallback="No custom requirements provided" />
            </DrawerSection>
          </>
        ),
      })}
    />
  );
}

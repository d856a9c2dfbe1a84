import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { DrawerTools } from '../../records/drawer-tools.js';
import { LongText } from '../../records/long-text.js';
import { RecordDrawer } from '../../records/record-drawer.js';
import { deleteItem } from '../../records/record-menu.js';
import { TimeText } from '../../records/time-text.js';
import type { OpenRecord } from '../../records/use-open-record.js';
import type { RecordActions } from '../../records/use-record-actions.js';
import type { RecordListQuery } from '../../records/use-record-list.js';
import type { InquiryView, SentInquiry } from './inquiry-view.js';
import { PersonBlock } from './person-block.js';

interface InquiryDrawerProps<R extends SentInquiry> {
  view: InquiryView<R>;
  opened: OpenRecord<R>;
  list: RecordListQuery<R>;
  actions: RecordActions<R>;
}

/** The drawer with one inquiry and the person who sent it (specification, section 2). */
export function InquiryDrawer<R extends SentInquiry>({ view, opened, list, actions }: InquiryDrawerProps<R>) {
  const { kind, subject, drawerTitle } = view;
  return (
    <RecordDrawer
      kind={kind}
      opened={opened}
      list={list}
      title={drawerTitle}
      render={(inquiry) => ({
        tools: (
          <DrawerTools
            kind={kind}
            record={inquiry}
            busy={actions.busy.has(inquiry.id)}
            groups={[[deleteItem(() => actions.remove(inquiry, opened.close))]]}
          />
        ),
        children: (
          <>
            <FieldList className="mt-5">
              <FieldRow name={subject.field}>{kind.nameOf(inquiry)}</FieldRow>
              <FieldRow name="From">
                <PersonBlock person={inquiry.person} />
              </FieldRow>
              {view.fieldsOf?.(inquiry)}
              <FieldRow name="Created">
                <TimeText at={inquiry.created_at} as="minute" />
              </FieldRow>
            </FieldList>
            {view.sectionsOf(inquiry).map(({ title, ...text }) => (
              <DrawerSection key={title} title={title}>
                <LongText {...text} />
              </DrawerSection>
            ))}
          </>
        ),
      })}
    />
  );
}

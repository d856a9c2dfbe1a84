import { IconButton } from '@docfolio/ui/buttons/icon-button';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Eye, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { RecordKind } from '../../records/record-kind.js';
import { deleteItem, RecordMenu, viewItem } from '../../records/record-menu.js';
import { Dot, TimeText } from '../../records/time-text.js';
import type { RecordActions } from '../../records/use-record-actions.js';
import type { SentInquiry } from './inquiry-view.js';

interface InquiryRowProps<R extends SentInquiry> {
  kind: RecordKind<R>;
  record: R;
  /** The handlers must be stable, because rows are memoised. */
  onView: (record: R) => void;
  actions: RecordActions<R>;
}

/** Returns 'Design review of Maya Lindqvist', for the accessible names of a row's buttons. */
const subjectOf = <R extends SentInquiry>(kind: RecordKind<R>, record: R) =>
  `${kind.nameOf(record)} of ${record.person?.name ?? 'a deleted lead'}`;

function Actions<R extends SentInquiry>({
  kind,
  record,
  onView,
  actions,
  deleting,
}: InquiryRowProps<R> & { deleting: boolean }) {
  const subject = subjectOf(kind, record);
  return (
    <>
      <IconButton label={`View Details: ${subject}`} size="sm" onClick={() => onView(record)}>
        <Eye aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={`Delete: ${subject}`} size="sm" busy={deleting} onClick={() => actions.remove(record)}>
        <Trash2 aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}

export const InquiryActions = memo(
  Actions,
  (before, now) => before.record === now.record && before.deleting === now.deleting,
) as typeof Actions;

export function inquiryPhoneRow<R extends SentInquiry>({
  kind,
  record,
  onView,
  actions,
}: InquiryRowProps<R>): PhoneRowParts {
  return {
    title: kind.nameOf(record),
    meta: (
      <>
        <TimeText at={record.created_at} as="short" />
        <Dot />
        {record.person?.name ?? 'deleted lead'}
      </>
    ),
    actions: (
      <RecordMenu
        label={`Actions for ${subjectOf(kind, record)}`}
        className="size-11"
        groups={[
          [viewItem(() => onView(record))],
          [deleteItem(() => actions.remove(record), actions.busy.has(record.id))],
        ]}
      />
    ),
  };
}

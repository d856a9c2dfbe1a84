import type { PersonLink } from '@docfolio/contracts/record-link';
import type { Column } from '@docfolio/ui/data-table';
import type { ReactNode } from 'react';
import type { CrmRecord, RecordKind } from '../../records/record-kind.js';

export interface SentInquiry extends CrmRecord {
  created_at: string;
  person: PersonLink | null;
}

/** What differs between the pages of service inquiries and of portfolio inquiries. */
export interface InquiryView<R extends SentInquiry> {
  readonly kind: RecordKind<R, 'service_inquiries' | 'portfolio_inquiries'>;
  readonly sorts: readonly string[];
  /** The first column, and its name in the drawer. `grow`: CSS px; see DataTable. */
  readonly subject: { readonly key: keyof R & string; header: string; grow: number; field: string };
  /** The columns between the first one and the day. */
  readonly columns: readonly Column<R>[];
  readonly emptyDetail: string;
  readonly drawerTitle: string;
  /** Rows of the drawer's list of fields. */
  fieldsOf?(inquiry: R): ReactNode;
  /** Long texts in the drawer. */
  sectionsOf(inquiry: R): readonly { title: string; text: string | null; fallback: string }[];
}

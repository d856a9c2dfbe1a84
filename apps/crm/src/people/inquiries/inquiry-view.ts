import type { CrmRecord, RecordKind } from '@docfolio/admin/records/record-kind';
import type { PersonLink } from '@docfolio/contracts/core/record-link';
import type { Column } from '@docfolio/ui/tables/data-table';
import type { ReactNode } from 'react';

export interface SentInquiry extends CrmRecord {
  created_at: string;
  person: PersonLink | null;
}

/** The parts in which the pages of service and portfolio inquiries differ. */
export interface InquiryView<R extends SentInquiry> {
  readonly kind: RecordKind<R, 'service_inquiries' | 'portfolio_inquiries'>;
  readonly sorts: readonly string[];
  /** The first column: `field` is its label in the drawer, `grow` its share of spare width (see DataTable). */
  readonly subject: { readonly key: keyof R & string; header: string; grow: number; field: string };
  /** The columns between the first one and the day. */
  readonly columns: readonly Column<R>[];
  readonly emptyDetail: string;
  readonly drawerTitle: string;
  fieldsOf?(inquiry: R): ReactNode;
  /** Returns the drawer's sections with long texts. */
  sectionsOf(inquiry: R): readonly { title: string; text: string | null; fallback: string }[];
}

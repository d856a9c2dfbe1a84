import { EmailLink } from '@docfolio/admin/records/contact-links';
import { RecordLink } from '@docfolio/admin/records/record-link';
import type { PersonLink } from '@docfolio/contracts/core/record-link';

/** The sender of an inquiry, with a link to their lead. */
export function PersonBlock({ person }: { person: PersonLink | null }) {
  if (!person) return <span className="text-faint">Their lead was deleted</span>;
  return (
    <span className="block min-w-0">
      <RecordLink to={`/admin/leads/${person.id}`}>{person.name}</RecordLink>
      <span className="block text-muted">
        <EmailLink email={person.email} />
      </span>
      {person.company && <span className="block text-faint [overflow-wrap:anywhere]">{person.company}</span>}
    </span>
  );
}

export function SentBy({ what, person }: { what: string; person: PersonLink | null }) {
  return (
    <>
      {what}
      <span className="ml-2 font-normal text-faint">{person?.name ?? 'deleted lead'}</span>
    </>
  );
}

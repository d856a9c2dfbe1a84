import { exactTimeOf } from '@docfolio/admin/records/record-texts';
import { queryOf } from '@docfolio/api-client/query';
import { recordId } from '@docfolio/contracts/core/text';
import { type AuditEntry, audit } from '@docfolio/contracts/entities/audit';
import { Button } from '@docfolio/ui/buttons/button';
import { CopyButton } from '@docfolio/ui/buttons/copy-button';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Drawer } from '@docfolio/ui/overlays/drawer';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Act, RecordName, Who } from './audit-columns.js';
import { acts, fieldLabel, kindLabel, noteOf, recordNameOf, valueText } from './audit-texts.js';

interface AuditDrawerProps {
  id: string;
  rows: readonly AuditEntry[];
  onOpen: (entry: AuditEntry) => void;
  onClose: () => void;
  onFilter: (entry: AuditEntry) => void;
}

/** An entry with all of its changes. Its arrows open the previous and next entry of the list. */
export function AuditDrawer({ id, rows, onOpen, onClose, onFilter }: AuditDrawerProps) {
  const at = rows.findIndex((row) => row.id === id);
  const isId = recordId.safeParse(id).success;
  const loaded = useQuery({ ...queryOf(audit.get, { id }), enabled: isId && at < 0 });
  const entry = rows[at] ?? loaded.data;
  const [previous, next] = [rows[at - 1], at < 0 ? undefined : rows[at + 1]];
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={entry ? `${acts[entry.act].label}: ${recordNameOf(entry) || kindLabel(entry.kind)}` : 'Entry'}
      subtitle={entry && exactTimeOf(entry.created_at)}
      onPrevious={previous && (() => onOpen(previous))}
      onNext={next && (() => onOpen(next))}
    >
      {entry ? (
        <EntryFields entry={entry} onFilter={onFilter} />
      ) : !isId || loaded.isError ? (
        <Missing id={isId} retrying={loaded.isFetching} onRetry={() => void loaded.refetch()} onClose={onClose} />
      ) : (
        <Spinner size={20} className="mx-auto mt-16 text-faint" />
      )}
    </Drawer>
  );
}

function EntryFields({ entry, onFilter }: { entry: AuditEntry; onFilter: (entry: AuditEntry) => void }) {
  const note = noteOf(entry);
  return (
    <>
      <FieldList className="mt-4">
        <FieldRow name="Who">
          <Who entry={entry} />
        </FieldRow>
        <FieldRow name="Operation">
          <Act entry={entry} />
        </FieldRow>
        <FieldRow name="Record">
          <RecordName entry={entry} />
        </FieldRow>
        <FieldRow name="Outcome">
          {{ done: 'Done', refused: 'Refused', unconfirmed: 'Not confirmed' }[entry.outcome]}
        </FieldRow>
        {note && <FieldRow name="Note">{note}</FieldRow>}
        <FieldRow name="API operation" mono>
          {entry.operation}
        </FieldRow>
        <FieldRow name="Request" mono>
          <span className="flex items-center gap-1">
            <span className="min-w-0 break-all">{entry.request_id}</span>
            <CopyButton text={entry.request_id} label="Copy request id" />
          </span>
        </FieldRow>
      </FieldList>
      {entry.record_id !== null && (
        <Button size="sm" className="mt-3" onClick={() => onFilter(entry)}>
          Show all entries of this record
        </Button>
      )}
      {entry.changes.length > 0 && (
        <DrawerSection title={`Changed fields (${entry.changes.length})`}>
          {entry.erased ? (
            <p className="mb-2 text-faint text-ui">The record was deleted for good. Its values were erased.</p>
          ) : null}
          <table className="w-full text-left text-ui">
            <thead className="text-faint">
              <tr>
                <th className="w-32 py-1.5 pr-3 font-normal">Field</th>
                <th className="py-1.5 pr-3 font-normal">Before</th>
                <th className="py-1.5 font-normal">After</th>
              </tr>
            </thead>
            <tbody>
              {entry.changes.map((change) => (
                <tr key={change.field} className="border-line border-t align-baseline">
                  <th scope="row" className="mono break-words py-1.5 pr-3 font-normal text-faint text-mono">
                    {fieldLabel(change)}
                  </th>
                  <td className="break-words py-1.5 pr-3 text-muted [overflow-wrap:anywhere]">
                    <Value text={valueText(change.before)} erased={entry.erased} />
                  </td>
                  <td className="break-words py-1.5 text-ink [overflow-wrap:anywhere]">
                    <Value text={valueText(change.after)} erased={entry.erased} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </DrawerSection>
      )}
    </>
  );
}

function Value({ text, erased }: { text: string | null; erased: boolean }) {
  return text ?? <span className="text-faint">{erased ? 'erased' : 'empty'}</span>;
}

interface MissingProps {
  id: boolean;
  retrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function Missing({ id, retrying, onRetry, onClose }: MissingProps) {
  if (id)
    return (
      <ErrorState
        className="pt-16"
        title="Failed to fetch the entry"
        detail="The server did not respond, or the entry has expired."
        retrying={retrying}
        onRetry={onRetry}
      />
    );
  return (
    <EmptyState
      className="pt-16"
      icon={<SearchX size={20} strokeWidth={1.75} />}
      title="This entry is not here"
      detail="The address is not complete."
      action={
        <Button size="sm" onClick={onClose}>
          Back to the audit trail
        </Button>
      }
    />
  );
}

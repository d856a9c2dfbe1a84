import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Check } from 'lucide-react';
import type { useClientSearch } from './use-client-search.js';

export const optionIdOf = (listId: string, clientId: string) => `${listId}-${clientId}`;

interface ClientOptionsProps {
  id: string;
  search: ReturnType<typeof useClientSearch>;
  activeId: string | undefined;
  chosenId: string;
  onChoose: (id: string) => void;
}

export function ClientOptions({ id, search, activeId, chosenId, onChoose }: ClientOptionsProps) {
  const { found, more, settled, failed, fetching, retry } = search;
  return (
    <>
      <div
        role="listbox"
        id={id}
        aria-label="Clients"
        aria-busy={fetching || undefined}
        className="min-h-0 overflow-y-auto p-1 empty:hidden"
      >
        {found.map((client) => (
          <button
            key={client.id}
            type="button"
            role="option"
            tabIndex={-1}
            id={optionIdOf(id, client.id)}
            aria-selected={client.id === activeId}
            onClick={() => onChoose(client.id)}
            className={classNames(
              'flex h-8 w-full cursor-pointer select-none items-center gap-3 rounded-control px-2 text-left text-ui hover:bg-raised max-md:h-11 max-md:text-button',
              client.id === activeId && 'bg-raised',
            )}
          >
            <span className="min-w-0 shrink truncate text-ink">{client.name}</span>
            <span className="min-w-0 grow basis-0 truncate text-right text-faint">
              {client.company ?? client.email}
            </span>
            {client.id === chosenId && (
              <Check aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-muted" />
            )}
          </button>
        ))}
      </div>
      <div role="status" className="shrink-0 p-1 text-ui text-faint empty:hidden">
        {failed ? (
          <span className="flex items-center justify-between gap-3 py-0.5 pl-2 text-danger">
            Failed to fetch clients
            <Button size="sm" variant="ghost" busy={fetching} onClick={retry}>
              Retry
            </Button>
          </span>
        ) : found.length > 0 ? (
          more && <span className="block px-2 py-1 text-caption">There are more: type to find them</span>
        ) : settled ? (
          <span className="block px-2 py-1.5">No clients match</span>
        ) : (
          <span className="grid h-8 place-items-center">
            <Spinner />
          </span>
        )}
      </div>
    </>
  );
}

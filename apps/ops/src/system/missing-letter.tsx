import { Spinner } from '@docfolio/ui/display/spinner';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { SearchX } from 'lucide-react';

interface LetterList {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  data: unknown;
  refetch: () => unknown;
}

/** What a drawer shows in place of a dead letter that is not loaded. */
export function MissingLetter({ one, list }: { one: string; list: LetterList }) {
  if (list.isPending) return <Spinner size={20} className="mx-auto mt-16 text-faint" />;
  if (list.isError && !list.data)
    return (
      <ErrorState
        className="pt-16"
        title={`Failed to fetch the ${one}`}
        detail="The server did not respond. Nothing was changed."
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  return (
    <EmptyState
      className="pt-16"
      icon={<SearchX size={20} strokeWidth={1.75} />}
      title={`This ${one} is not here`}
      detail="It was handled, or it is older than those that are listed."
    />
  );
}

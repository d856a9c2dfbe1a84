import { PageHead } from '@docfolio/admin/records/page-head';
import { Button } from '@docfolio/ui/buttons/button';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { SystemPanels, SystemSkeletons } from './system-panels.js';
import { useSystem } from './use-system.js';

/** The System page: whether everything works, and the processes, queues, errors, backups and stores. */
export default function SystemPage() {
  const query = useSystem();
  const [checking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    await query.refetch();
    setChecking(false);
  };
  return (
    <>
      <PageHead title="System" action={<CheckButton busy={checking} onClick={() => void check()} />} />
      {query.data ? (
        <SystemPanels system={query.data} query={query} />
      ) : query.isError ? (
        <ErrorState
          className="border-line border-t py-16"
          title="Failed to fetch the state of the system"
          detail="The server did not respond. The page tries again by itself."
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SystemSkeletons />
      )}
    </>
  );
}

function CheckButton(props: { busy: boolean; onClick: () => void }) {
  const icon = <RefreshCw aria-hidden size={16} strokeWidth={1.75} />;
  if (useMediaQuery(phoneQuery))
    return (
      <IconButton label="Check now" tooltip="none" className="-mr-3" {...props}>
        {icon}
      </IconButton>
    );
  return (
    <Button size="sm" icon={icon} {...props}>
      Check now
    </Button>
  );
}

import { Outlet } from '@docfolio/federation/router';
import { Spinner } from '@docfolio/ui/display/spinner';
import { Suspense } from 'react';

/** The page of a route inside the frame, or a spinner while its module loads. @param ready false shows the spinner */
export function PageOutlet({ ready = true }: { ready?: boolean }) {
  return <Suspense fallback={<PageSpinner />}>{ready ? <Outlet /> : <PageSpinner />}</Suspense>;
}

function PageSpinner() {
  return (
    <div className="grid grow place-items-center">
      <Spinner size={20} className="text-faint" />
    </div>
  );
}

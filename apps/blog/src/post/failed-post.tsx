import { isProblem } from '@docfolio/api-client/problem';
import { useLocation, useNavigate } from '@docfolio/federation/router';
import { toast } from '@docfolio/ui/runtime';
import { useEffect } from 'react';

/** Redirects from a post that failed to load to the list; a toast names the reason and offers a retry. */
export function FailedPost({ error }: { error: Error }) {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const address = `${pathname}${hash}`;
  useEffect(() => {
    toast({
      variant: 'destructive',
      title: 'Failed to load this post',
      description: reasonOf(error),
      action: { label: 'Try again', onAction: () => void navigate(address) },
    });
    void navigate('/blog', { replace: true });
  }, [navigate, address, error]);
  return null;
}

function reasonOf(error: Error): string {
  if (!navigator.onLine) return 'You seem to be offline.';
  if (isProblem(error) && error.status === 429) return 'Too many requests. Wait a moment before you try again.';
  if (isProblem(error) && error.status === 503) return 'The server is unavailable right now.';
  return 'Something went wrong on the server.';
}

import { useSession } from '@docfolio/api-client/session';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { Plus } from 'lucide-react';

/** A link to the post editor, for admins only. The server, which has no session, omits it. */
export function AddPostLink() {
  const { isAdmin } = useSession();
  if (isAdmin !== true) return null;
  return (
    <Button asChild>
      <Link to="/admin/blog/new">
        <Plus aria-hidden size={16} strokeWidth={1.75} />
        Add New Post
      </Link>
    </Button>
  );
}

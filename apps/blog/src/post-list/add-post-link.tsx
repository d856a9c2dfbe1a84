import { useSession } from '@docfolio/api-client/session';
import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/button';
import { Plus } from 'lucide-react';

/** Link to the editor, for admins only (specification, section 6). Not rendered on the server, which has no session. */
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

import { Link } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/button';
import { EmptyState } from '@docfolio/ui/empty-state';
import { Inbox, type LucideIcon } from 'lucide-react';
import { PageHead } from '../layout/page-head.js';

/** A page of the CRM that is not part of this release: it says so, and leads to what is. */
export function ComingPage({ title, sentence, icon: Icon }: { title: string; sentence: string; icon: LucideIcon }) {
  return (
    <>
      <PageHead title={title} />
      <div aria-hidden="true" className="mt-12 border-line border-t max-md:mt-2">
        {[0.8, 0.6, 0.4, 0.2].map((opacity) => (
          <div key={opacity} className="h-11 border-line border-b" style={{ opacity }} />
        ))}
      </div>
      <EmptyState
        className="py-12"
        icon={<Icon size={20} strokeWidth={1.75} />}
        title="Not part of this release"
        detail={sentence}
        action={
          <Button size="sm" asChild>
            <Link to="/admin/leads">
              <Inbox aria-hidden size={16} strokeWidth={1.75} />
              Go to Leads
            </Link>
          </Button>
        }
      />
    </>
  );
}

import { PageTab, PageTabs } from '@docfolio/admin/page-tabs';
import { queryOf } from '@docfolio/api-client/query';
import { stats } from '@docfolio/contracts/entities/stats';
import { useLocation } from '@docfolio/federation/router';
import { useQuery } from '@tanstack/react-query';

const commentsPath = '/admin/blog/comments';

export function BlogTabs() {
  const { data } = useQuery(queryOf(stats.content, {}));
  const isComments = useLocation().pathname.startsWith(commentsPath);
  const pending = data?.pending_comments ?? 0;
  return (
    <PageTabs label="Blog">
      <PageTab to="/admin/blog" current={!isComments}>
        Posts
      </PageTab>
      <PageTab to={commentsPath} current={isComments}>
        Comments
        {pending > 0 && (
          <span className="mono text-mono text-warning">
            {pending.toLocaleString('en-US')}
            <span className="sr-only"> pending</span>
          </span>
        )}
      </PageTab>
    </PageTabs>
  );
}

import { PageTab, PageTabs } from '@docfolio/admin/page-tabs';
import { useLocation } from '@docfolio/federation/router';
import { useCanaryShare } from './deployments/canary-share.js';

/** The pages of operations; what is wrong, in plain words, comes first. */
export function OpsTabs() {
  const { pathname } = useLocation();
  const canary = useCanaryShare();
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <PageTabs label="Operations">
      <PageTab to="/admin/system" current={isBelow('/admin/system') || isBelow('/admin/attention')}>
        System
      </PageTab>
      <PageTab to="/admin/deployments" current={isBelow('/admin/deployments')}>
        Deployments
        {canary && (
          <span className="mono text-faint text-mono">
            <span aria-hidden="true">{canary.text}</span>
            <span className="sr-only">{canary.words}</span>
          </span>
        )}
      </PageTab>
      <PageTab to="/admin/audit" current={isBelow('/admin/audit')}>
        Audit
      </PageTab>
    </PageTabs>
  );
}

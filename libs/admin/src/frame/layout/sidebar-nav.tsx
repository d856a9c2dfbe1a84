import { Link, useLocation } from '@docfolio/federation/router';
import { useMissingParts } from '@docfolio/federation/runtime';
import { normalisePath } from '@docfolio/site-copy/pages';
import { classNames } from '@docfolio/ui/class-names';
import { Tooltip } from '@docfolio/ui/display/tooltip';
import { TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';
import { footLinks, type PageLink, sidebarGroups } from '../page-links.js';
import type { SidebarCounts } from './sidebar-counts.js';

interface SidebarLinksProps {
  counts: SidebarCounts;
  collapsed?: boolean;
  /** Makes the links 44 px high, for touch. */
  roomy?: boolean;
  onFollow?: () => void;
}

/** The sidebar's links, except those at its foot, with their counts. `collapsed` shows only the icons. */
export function SidebarNav({ counts, collapsed = false, roomy = false, onFollow }: SidebarLinksProps) {
  return (
    <nav aria-label="CRM" className="min-h-0 grow overflow-y-auto overflow-x-hidden px-2 py-2">
      {sidebarGroups.map((group, index) => (
        <Fragment key={group[0]?.to}>
          {index > 0 && <hr className="mx-2.5 my-2.25 border-line border-t" />}
          <ul className="flex flex-col gap-px">
            {group.map((link) => (
              <li key={link.to}>
                <SidebarItem
                  link={link}
                  count={counts[link.to]}
                  collapsed={collapsed}
                  roomy={roomy}
                  onFollow={onFollow}
                />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}

/** The links at the foot of the sidebar. */
export function SidebarFoot({ counts, ...look }: SidebarLinksProps) {
  return (
    <ul className="flex shrink-0 flex-col gap-px px-2 py-2">
      {footLinks.map((link) => (
        <li key={link.to}>
          <SidebarItem link={link} count={counts[link.to]} {...look} />
        </li>
      ))}
    </ul>
  );
}

interface SidebarItemProps {
  link: PageLink;
  count?: SidebarCounts[string];
  collapsed?: boolean;
  roomy?: boolean;
  onFollow?: () => void;
}

const alertWords = ', needs attention';
const missingWords = ', could not be loaded';

/** Returns what an icon beside the label of a link warns of, for screen readers; '' if there is none. */
function useWarning(link: PageLink, count: SidebarCounts[string]): string {
  const missing = useMissingParts();
  if (missing.has(link.remote)) return missingWords;
  return count === 'alert' ? alertWords : '';
}

/** Returns whether the page of a link, or a page below it, is shown. All pages are below the dashboard's path. */
function useIsCurrent({ to, also = [] }: PageLink): boolean {
  const pathname = normalisePath(useLocation().pathname);
  return [to, ...also].some((path) => pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`)));
}

/** A sidebar link; collapsed, only its icon with the label as a tooltip. */
function SidebarItem(props: SidebarItemProps) {
  const warning = useWarning(props.link, props.count);
  if (!props.collapsed) return <ItemLink {...props} warning={warning} />;
  return (
    <Tooltip label={props.link.label + warning} side="right">
      <ItemLink {...props} warning={warning} />
    </Tooltip>
  );
}

function ItemLink({
  link,
  warning,
  count,
  collapsed = false,
  roomy = false,
  onFollow,
  ...rest
}: SidebarItemProps & { warning: string }) {
  const { to, label, icon: Icon } = link;
  const isActive = useIsCurrent(link);
  return (
    <Link
      {...rest}
      to={to}
      onClick={onFollow}
      aria-current={isActive ? 'page' : undefined}
      aria-label={collapsed || warning ? label + warning : undefined}
      className={classNames(
        'relative flex items-center rounded-control transition-[color,background-color] duration-150',
        roomy ? 'h-11 gap-3 px-3 text-button' : 'h-8 gap-2.5 px-2.5 text-ui',
        isActive ? 'bg-select font-medium text-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon
        aria-hidden
        size={roomy ? 18 : 16}
        strokeWidth={1.75}
        className={classNames('shrink-0', isActive ? 'text-ink' : 'text-faint')}
      />
      {!collapsed && <span className="min-w-0 grow truncate">{label}</span>}
      {warning && (
        <TriangleAlert
          aria-hidden
          size={collapsed ? 10 : 14}
          strokeWidth={collapsed ? 2 : 1.75}
          className={classNames('shrink-0 text-warning', collapsed && 'absolute top-1 right-1')}
        />
      )}
      {!collapsed && count !== undefined && count !== 'alert' && !warning && (
        <span className={classNames('mono shrink-0 text-mono', isActive ? 'text-ink' : 'text-faint')}>
          <span aria-hidden="true">{count === null ? '–' : count.text}</span>
          <span className="sr-only">{count === null ? 'count unknown' : count.words}</span>
        </span>
      )}
    </Link>
  );
}

import { isTypingTarget } from '@docfolio/ui/typing-target';
import { PHONE_QUERY, useMediaQuery } from '@docfolio/ui/use-media-query';
import { useCallback, useEffect, useState } from 'react';
import { isCollapsedRemembered, rememberCollapsed } from './sidebar-preference.js';

export interface SidebarState {
  /** Under 768 px the sidebar is a drawer. */
  isPhone: boolean;
  /** A rail of icons. Never on a phone. */
  collapsed: boolean;
  drawerOpen: boolean;
  setDrawerOpen: (open: boolean) => void;
  /** Collapses or expands; on a phone opens or closes the drawer. */
  toggle: () => void;
}

/** The sidebar's one state, with Ctrl or Cmd and the letter b to toggle it, except where that key is typed as text. */
export function useSidebar(): SidebarState {
  const isPhone = useMediaQuery(PHONE_QUERY);
  const [collapsed, setCollapsed] = useState(() => isCollapsedRemembered());
  const [drawerOpen, setDrawerOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isPhone) {
      setDrawerOpen((open) => !open);
      return;
    }
    setCollapsed(!collapsed);
    rememberCollapsed(!collapsed);
  }, [isPhone, collapsed]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!chord || event.key.toLowerCase() !== 'b' || isTypingTarget(event.target)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [toggle]);

  useEffect(() => {
    if (!isPhone) setDrawerOpen(false);
  }, [isPhone]);

  return { isPhone, collapsed: collapsed && !isPhone, drawerOpen, setDrawerOpen, toggle };
}

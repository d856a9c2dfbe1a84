import { isTypingTarget } from '@docfolio/ui/typing-target';
import { PHONE_QUERY } from '@docfolio/ui/use-media-query';
import { useEffect, useState } from 'react';
import { toggleCollapsed, useCollapsed } from './sidebar-preference.js';

export interface SidebarState {
  /** The column is a rail of icons. */
  collapsed: boolean;
  /** The drawer of a phone is open. */
  drawerOpen: boolean;
  setDrawerOpen: (open: boolean) => void;
  /** Collapses or expands the column. */
  toggle: () => void;
}

/**
 * The sidebar's state, with Ctrl or Cmd and the letter b to toggle it, except where that key is typed as text. What is
 * a column and what a drawer is the stylesheet's to say: no render depends on the width.
 */
export function useSidebar(): SidebarState {
  const collapsed = useCollapsed();
  const [drawerOpen, setDrawerOpen] = useState(false);

  useEffect(() => {
    const phone = window.matchMedia(PHONE_QUERY);
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!chord || event.key.toLowerCase() !== 'b' || isTypingTarget(event.target)) return;
      event.preventDefault();
      if (phone.matches) setDrawerOpen((open) => !open);
      else toggleCollapsed();
    };
    const onWidth = () => !phone.matches && setDrawerOpen(false);
    window.addEventListener('keydown', onKeyDown);
    phone.addEventListener('change', onWidth);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      phone.removeEventListener('change', onWidth);
    };
  }, []);

  return { collapsed, drawerOpen, setDrawerOpen, toggle: toggleCollapsed };
}

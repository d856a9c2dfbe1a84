import { phoneQuery } from '@docfolio/ui/hooks/use-media-query';
import { isTypingTarget } from '@docfolio/ui/keyboard/typing-target';
import { useEffect, useState } from 'react';
import { toggleCollapsed, useCollapsed } from './sidebar-preference.js';

export interface SidebarState {
  collapsed: boolean;
  drawerOpen: boolean;
  setDrawerOpen: (open: boolean) => void;
  toggle: () => void;
}

/** Returns the sidebar's state. Ctrl-B and Cmd-B toggle it, on a phone its drawer, except in text fields. */
export function useSidebar(): SidebarState {
  const collapsed = useCollapsed();
  const [drawerOpen, setDrawerOpen] = useState(false);

  useEffect(() => {
    const phone = window.matchMedia(phoneQuery);
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

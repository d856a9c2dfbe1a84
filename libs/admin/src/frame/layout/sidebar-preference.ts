import { useCallback, useEffect, useState } from 'react';

const cookieName = 'crm_sidebar';
/** 7 days in seconds (specification, section 9). */
const cookieLifetime = 7 * 24 * 60 * 60;

function storedCollapsed(): boolean {
  return typeof document !== 'undefined' && document.cookie.split('; ').includes(`${cookieName}=collapsed`);
}

export function useSidebarPreference() {
  const [collapsed, setCollapsed] = useState(storedCollapsed);
  const toggle = useCallback(() => setCollapsed((was) => !was), []);
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is missing in Firefox and Safari.
    document.cookie = `${cookieName}=${collapsed ? 'collapsed' : 'expanded'}; path=/admin; max-age=${cookieLifetime}; samesite=lax`;
  }, [collapsed]);
  return { collapsed, toggle };
}

/** Calls `toggle` on Ctrl-B and Cmd-B (specification, section 2), except in the Markdown editor, where it is Bold. */
export function useSidebarKey(toggle: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
}

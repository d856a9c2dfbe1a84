import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react';

interface PortalTarget {
  current: () => HTMLElement | null;
  subscribe: (listener: () => void) => () => void;
}

/** Holds the portal element, known after the first render: a new context value would discard unhydrated content. */
class ScopeTarget implements PortalTarget {
  private element: HTMLElement | null = null;
  private readonly listeners = new Set<() => void>();

  current = () => this.element;

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  set = (element: HTMLElement | null): void => {
    this.element = element;
    for (const listener of this.listeners) listener();
  };
}

const endOfBody: PortalTarget = { current: () => null, subscribe: () => () => undefined };

const PortalContainerContext = createContext<PortalTarget>(endOfBody);

/** Sets the element into which dialogs, menus and tooltips inside `children` are rendered; `null`: end of `<body>`. */
export function PortalContainerProvider({
  container,
  children,
}: {
  container: HTMLElement | null;
  children: ReactNode;
}) {
  const target = useMemo(() => ({ ...endOfBody, current: () => container }), [container]);
  return <PortalContainerContext value={target}>{children}</PortalContainerContext>;
}

/** Returns the element for portals, or `undefined` for the end of `<body>` (as Radix expects). */
export function usePortalContainer(): HTMLElement | undefined {
  const target = useContext(PortalContainerContext);
  return useSyncExternalStore(target.subscribe, target.current, () => null) ?? undefined;
}

/** Wraps a remote's pages and their portals in an element with `data-mf={name}`: its stylesheet applies only there. */
export function RemoteScope({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  const [target] = useState(() => new ScopeTarget());
  return (
    // Portals are appended to the scope itself, not to an element beside its content: an open dialog hides from screen readers all
    // that is not around it, and so would hide later overlays of a scope around it, such as the admin pages' frame.
    <div ref={target.set} data-mf={name} className={className}>
      {/* Keeps the content before the portals, whichever comes first. */}
      <div className="contents">
        <PortalContainerContext value={target}>{children}</PortalContainerContext>
      </div>
    </div>
  );
}

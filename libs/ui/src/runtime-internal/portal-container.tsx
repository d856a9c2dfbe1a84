import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react';

/** Where portals go, once it is there. */
interface PortalPlace {
  current: () => HTMLElement | null;
  subscribe: (listener: () => void) => () => void;
}

/**
 * A place that is filled after the first render without changing the context: a change of context would make React
 * throw away what the server drew below and is not taken over yet.
 */
class ScopePlace implements PortalPlace {
  #element: HTMLElement | null = null;
  readonly #listeners = new Set<() => void>();

  current = () => this.#element;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  fill = (element: HTMLElement | null): void => {
    this.#element = element;
    for (const listener of this.#listeners) listener();
  };
}

const endOfBody: PortalPlace = { current: () => null, subscribe: () => () => undefined };

const PortalContainerContext = createContext<PortalPlace>(endOfBody);

/** Says where dialogs, menus and tooltips of the tree below are rendered; `null` means the end of `<body>`. */
export function PortalContainerProvider({
  container,
  children,
}: {
  container: HTMLElement | null;
  children: ReactNode;
}) {
  const place = useMemo(() => ({ ...endOfBody, current: () => container }), [container]);
  return <PortalContainerContext value={place}>{children}</PortalContainerContext>;
}

/** The element that portals go into, or `undefined` for the end of `<body>` (the form that Radix portals take). */
export function usePortalContainer(): HTMLElement | undefined {
  const place = useContext(PortalContainerContext);
  return useSyncExternalStore(place.subscribe, place.current, () => null) ?? undefined;
}

/**
 * The frame round a remote's pages: marks them with `data-mf`, which the remote's utilities are scoped to, and keeps
 * the remote's portals inside the same mark. `name` is the remote's name as its stylesheet writes it.
 */
export function RemoteScope({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  const [place] = useState(() => new ScopePlace());
  return (
    <div data-mf={name} className={className}>
      <PortalContainerContext value={place}>{children}</PortalContainerContext>
      <div ref={place.fill} data-portals="" />
    </div>
  );
}

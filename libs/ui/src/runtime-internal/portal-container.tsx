import { createContext, type ReactNode, useContext, useState } from 'react';

const PortalContainerContext = createContext<HTMLElement | null>(null);

/** Says where dialogs, menus and tooltips of the tree below are rendered; `null` means the end of `<body>`. */
export function PortalContainerProvider({
  container,
  children,
}: {
  container: HTMLElement | null;
  children: ReactNode;
}) {
  return <PortalContainerContext.Provider value={container}>{children}</PortalContainerContext.Provider>;
}

/** The element that portals go into, or `undefined` for the end of `<body>` (the form that Radix portals take). */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainerContext) ?? undefined;
}

/**
 * The frame round a remote's pages: marks them with `data-mf`, which the remote's utilities are scoped to, and keeps
 * the remote's portals inside the same mark. `name` is the remote's name as its stylesheet writes it.
 */
export function RemoteScope({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <div data-mf={name} className={className}>
      <PortalContainerProvider container={container}>{children}</PortalContainerProvider>
      <div ref={setContainer} data-portals="" />
    </div>
  );
}

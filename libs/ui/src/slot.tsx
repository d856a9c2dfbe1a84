import { Children, cloneElement, type HTMLAttributes, type ReactElement, type Ref, useCallback } from 'react';
import { classNames } from './class-names.js';

type Props = Readonly<Record<string, unknown>> & { className?: string; ref?: Ref<unknown> };
type Handler = (...event: unknown[]) => void;

/**
 * Renders its only child with further attributes. Class names are joined, refs are both set, and of two event handlers
 * the child's runs first; otherwise the child's attribute counts. Radix's Slot does more, in 1 KB of every bundle.
 */
export function Slot({
  children,
  ref,
  ...attributes
}: HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement | null> }) {
  const child: ReactElement<Props> = Children.only(children as ReactElement<Props>);
  const childRef = child.props.ref;
  const both = useCallback(
    (element: HTMLElement | null) => {
      const cleanups = [setRef(ref, element), setRef(childRef, element)];
      return () => {
        for (const cleanup of cleanups) cleanup();
      };
    },
    [ref, childRef],
  );
  return cloneElement(child, {
    ...merged(attributes as Props, child.props),
    ref: ref && childRef ? both : (ref ?? childRef),
  });
}

function merged(attributes: Props, child: Props): Props {
  const all: Record<string, unknown> = { ...attributes, ...child };
  for (const [name, outer] of Object.entries(attributes)) {
    if (!/^on[A-Z]/.test(name)) continue;
    const inner = child[name] as Handler | undefined;
    all[name] = (...event: unknown[]) => {
      inner?.(...event);
      (outer as Handler | undefined)?.(...event);
    };
  }
  return { ...all, className: classNames(attributes.className, child.className) || undefined };
}

/** Sets a ref. Returns a function that clears it. */
function setRef<T>(ref: Ref<T> | undefined, value: T): () => void {
  if (typeof ref === 'function') return ref(value) ?? (() => void ref(null));
  if (ref) ref.current = value;
  return () => {
    if (ref) ref.current = null;
  };
}

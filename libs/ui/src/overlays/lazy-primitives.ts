import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect } from 'react';
import { lazyPart } from '../hooks/use-lazy-part.js';

/** Radix's menu and tooltip, loaded when the first one opens. */
export const primitives = lazyPart(() => import(/* webpackChunkName: "overlays" */ './primitives.js'));

interface StandInProps {
  element: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement | null>;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

/**
 * As the child of a Radix trigger with `asChild`: makes an element that exists already its anchor and the place that
 * the focus returns to. That element is there before Radix is, and must not be replaced: it may have the focus.
 */
export function StandIn({ element, ref, ...aria }: StandInProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element]);
  useAttribute(element, 'aria-controls', aria['aria-controls']);
  useAttribute(element, 'aria-describedby', aria['aria-describedby']);
  return null;
}

function useAttribute(element: RefObject<HTMLElement | null>, name: string, value: string | undefined) {
  useLayoutEffect(() => {
    const { current } = element;
    if (!value || !current) return;
    current.setAttribute(name, value);
    return () => current.removeAttribute(name);
  }, [element, name, value]);
}

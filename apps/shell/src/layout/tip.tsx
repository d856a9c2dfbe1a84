import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Milliseconds that the pointer rests on a control until its tooltip appears; keyboard focus shows it immediately. */
const restTime = 400;
/** Between control and tooltip, in CSS px. */
const distance = 6;

interface TipProps {
  label: string;
  side: 'right' | 'bottom';
  enabled?: boolean;
  /** The control, which has the label as its accessible name. */
  children: ReactNode;
}

/** A tooltip for header and sidebar. The design system's tooltip would be too large a part of each first visit. */
export function Tip({ label, side, enabled = true, children }: TipProps) {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = (anchor: Element) => {
    const { left, right, top, bottom, width, height } = anchor.getBoundingClientRect();
    setPlace(
      side === 'right'
        ? { left: right + distance, top: top + height / 2 }
        : { left: left + width / 2, top: bottom + distance },
    );
  };
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for its control, and does nothing of its own
    <span
      className="contents"
      onPointerEnter={({ pointerType, currentTarget }) => {
        const anchor = currentTarget.firstElementChild;
        if (enabled && pointerType === 'mouse' && anchor) timer.current = setTimeout(show, restTime, anchor);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => enabled && target.matches(':focus-visible') && show(target)}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {enabled &&
        place &&
        createPortal(
          <span
            aria-hidden
            style={place}
            className={`pointer-events-none fixed z-90 animate-fade-in whitespace-nowrap rounded-control border border-line-strong bg-overlay px-2 py-1 text-caption text-ink shadow-float ${side === 'right' ? '-translate-y-1/2' : '-translate-x-1/2'}`}
          >
            {label}
          </span>,
          document.body,
        )}
    </span>
  );
}

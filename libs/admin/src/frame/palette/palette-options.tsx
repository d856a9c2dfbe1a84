import { Link } from '@docfolio/federation/router';
import { classNames } from '@docfolio/ui/class-names';
import { type Status, StatusGlyph } from '@docfolio/ui/display/status-glyph';
import { Kbd } from '@docfolio/ui/keyboard/kbd';
import { type ReactNode, useId } from 'react';

export function PaletteSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options.
    <div role="group" aria-labelledby={id} className="px-2 not-first:mt-2">
      <div id={id} className="px-2.5 py-1.5 text-caption text-faint">
        {title}
      </div>
      {children}
    </div>
  );
}

interface PaletteOptionProps {
  id: string;
  to: string;
  active: boolean;
  onPoint: () => void;
  onFollow: () => void;
  name: string;
  detail?: string | null;
  icon?: ReactNode;
  status?: Status;
  keys?: readonly string[] | '';
}

/** A result of the palette: a link, so that it can be opened in another tab. */
export function PaletteOption({ id, to, active, onPoint, onFollow, ...shown }: PaletteOptionProps) {
  const { name, detail, icon, status, keys } = shown;
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onPointerMove={() => !active && onPoint()}
      onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && onFollow()}
      className={classNames(
        'relative flex h-9 items-center gap-3 rounded-control px-2.5 text-ui max-md:h-12 max-md:text-button',
        active &&
          'bg-select before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-accent',
      )}
    >
      {icon && <span className="grid w-4 shrink-0 place-items-center text-faint">{icon}</span>}
      {!icon && (
        <span className="grid w-4 shrink-0 place-items-center">
          {status ? (
            <StatusGlyph kind={status.glyph} tone={status.tone} />
          ) : (
            <span aria-hidden="true" className="size-1.25 rounded-full bg-line-strong" />
          )}
        </span>
      )}
      <span className="min-w-0 shrink-0 max-w-[60%] truncate font-medium text-ink">{name}</span>
      {detail && <span className="min-w-0 truncate text-faint">{detail}</span>}
      {status && <span className="ml-auto shrink-0 text-muted max-md:sr-only">{status.label}</span>}
      {keys && (
        <span aria-hidden="true" className="ml-auto flex shrink-0 gap-1 touch:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Link>
  );
}

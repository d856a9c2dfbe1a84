import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.js';
import { Kbd } from '../keyboard/kbd.js';
import { isTypingTarget } from '../keyboard/typing-target.js';

export interface SearchInputProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  slashKey?: boolean;
  onSubmit?: () => void;
  maxLength?: number;
  id?: string;
  className?: string;
}

/** A search input. Esc clears it or, if it is empty, removes the focus. */
export function SearchInput({
  label,
  value,
  onValueChange,
  placeholder,
  slashKey = true,
  onSubmit,
  maxLength = 200,
  id,
  className,
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before React has hydrated the input
  useEffect(() => {
    if (input.current && input.current.value !== value) onValueChange(input.current.value);
  }, []);

  useEffect(() => {
    if (!slashKey) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        isTypingTarget(event.target) ||
        (event.target as Element).closest?.('[role="dialog"], [role="alertdialog"]')
      ) {
        return;
      }
      // Of several search inputs on a page, only a visible one takes the key.
      if (!input.current || input.current.checkVisibility?.() === false) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [slashKey]);

  return (
    <div
      className={classNames(
        'field-edge flex h-8 min-w-0 items-center gap-1.75 rounded-control pr-1.5 pl-2.25 text-ui max-md:h-11 max-md:gap-3 max-md:px-3 max-md:text-input',
        className,
      )}
    >
      <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
      <input
        ref={input}
        id={id}
        type="search"
        dir="auto"
        aria-label={label}
        aria-keyshortcuts={slashKey ? '/' : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSubmit?.();
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value) onValueChange('');
          else event.currentTarget.blur();
        }}
        className="h-full min-w-0 grow appearance-none bg-transparent text-ink outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onValueChange('');
            input.current?.focus();
          }}
          className="touch-target grid size-5 shrink-0 cursor-pointer place-items-center rounded-bar text-muted hover:text-ink"
        >
          <X aria-hidden size={14} strokeWidth={1.75} />
        </button>
      ) : (
        slashKey && (
          <span aria-hidden="true" className="shrink-0 touch:hidden">
            <Kbd>/</Kbd>
          </span>
        )
      )}
    </div>
  );
}

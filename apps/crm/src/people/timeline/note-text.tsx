import { longTextLimit } from '@docfolio/contracts/core/text';
import { classNames } from '@docfolio/ui/class-names';

interface NoteTextProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  onSave: () => void;
  onCancel?: () => void;
  autoFocus?: boolean;
  shortcut?: string;
  className?: string;
}

export function NoteText({
  label,
  placeholder,
  value,
  onChange,
  onSave,
  onCancel,
  autoFocus,
  shortcut,
  className,
}: NoteTextProps) {
  return (
    <textarea
      data-own-escape={onCancel && ''}
      data-shortcut={shortcut}
      aria-keyshortcuts={shortcut?.toUpperCase()}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={longTextLimit}
      // biome-ignore lint/a11y/noAutofocus: the user pressed Edit.
      autoFocus={autoFocus}
      rows={2}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          onSave();
        }
        if (event.key === 'Escape' && onCancel) {
          event.preventDefault();
          onCancel();
        }
      }}
      className={classNames(
        'field-sizing-content block max-h-48 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 text-ui text-ink outline-none placeholder:text-faint max-md:text-input',
        className,
      )}
    />
  );
}

import { longTextLimit } from '@docfolio/contracts/text';

interface NoteTextProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** Ctrl or Cmd with Enter. */
  onSave: () => void;
  /** Esc. */
  onCancel?: () => void;
  autoFocus?: boolean;
}

/** The text of a note inside its own frame: it grows with what is typed. */
export function NoteText({ label, placeholder, value, onChange, onSave, onCancel, autoFocus }: NoteTextProps) {
  return (
    <textarea
      data-own-escape={onCancel && ''}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      maxLength={longTextLimit}
      // biome-ignore lint/a11y/noAutofocus: it opens because somebody pressed Edit.
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
      className="field-sizing-content block max-h-48 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 text-ui text-ink outline-none placeholder:text-faint max-md:text-input"
    />
  );
}

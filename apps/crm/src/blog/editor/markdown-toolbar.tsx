import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Image } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { structure, type ToolbarAction, textFormatting } from './toolbar-actions.js';

interface MarkdownToolbarProps {
  onAction: (action: ToolbarAction) => void;
  onImage: () => void;
  disabled: boolean;
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The toolbar: one tab stop, in which arrow keys, Home and End move between buttons (ARIA). */
export function MarkdownToolbar({ onAction, onImage, disabled }: MarkdownToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState('Bold');

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const step = steps[event.key];
    const next =
      event.key === 'Home'
        ? buttons[0]
        : event.key === 'End'
          ? buttons.at(-1)
          : step && buttons[(at + step + buttons.length) % buttons.length];
    if (!next || at < 0) return;
    event.preventDefault();
    next.focus();
  }

  const button = ({ label, icon: Icon, key }: Omit<ToolbarAction, 'edit'>, onPress: () => void) => (
    <IconButton
      key={label}
      label={label}
      shortcut={key && `Ctrl ${key.toUpperCase()}`}
      size="sm"
      tabIndex={stop === label ? 0 : -1}
      aria-disabled={disabled}
      onFocus={() => setStop(label)}
      // Keeps focus and selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon {...icon} />
    </IconButton>
  );
  const actions = (all: readonly ToolbarAction[]) => all.map((action) => button(action, () => onAction(action)));

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-orientation="horizontal"
      onKeyDown={onKeyDown}
      className="flex shrink-0 items-center"
    >
      <Group label="Text Formatting">{actions(textFormatting)}</Group>
      <Group label="Media">{button({ label: 'Image', icon: Image }, onImage)}</Group>
      <Group label="Structure">{actions(structure)}</Group>
    </div>
  );
}

function Group({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a toolbar.
    <div
      role="group"
      aria-label={label}
      className="flex shrink-0 items-center gap-0.5 before:mx-2 before:h-4 before:w-px before:bg-line-strong max-md:first:before:hidden"
    >
      {children}
    </div>
  );
}

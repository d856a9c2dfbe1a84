import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { Input } from '@docfolio/ui/forms/input';
import { Calendar } from 'lucide-react';
import { useRef } from 'react';
import type { CustomControlProps } from './form-field.js';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** A text input for a day as `YYYY-MM-DD`, with the browser's date picker. Place it in a Field. */
export function DayInput({ label, value, onChange, onBlur, ref }: CustomControlProps & { label: string }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="relative">
      <Input
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        spellCheck={false}
        mono
        className="pr-1 max-md:pr-0"
        trailing={
          <IconButton label={`Choose ${label}`} size="sm" tooltip="none" onClick={() => picker.current?.showPicker()}>
            <Calendar aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        }
      />
      {/* Hidden: it only provides the browser's picker. */}
      <input
        ref={picker}
        type="date"
        aria-hidden="true"
        tabIndex={-1}
        value={day.test(value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
    </div>
  );
}

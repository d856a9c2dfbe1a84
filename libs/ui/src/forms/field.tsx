import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { classNames } from '../class-names.js';

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  labelId: string;
}

const FieldContext = createContext<FieldControl | null>(null);

export interface FieldProps {
  label: ReactNode;
  id?: string;
  /** The control: an Input, Textarea, Select, or another component that calls `useFieldControl`. */
  children: ReactNode;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  /** Shows an asterisk and sets `aria-required` on the control. */
  required?: boolean;
  aside?: ReactNode;
  className?: string;
}

export function Field({
  label,
  id: given,
  children,
  hint,
  error,
  optional,
  required = false,
  aside,
  className,
}: FieldProps) {
  const generated = useId();
  const id = given ?? generated;
  const noteId = `${id}-note`;
  const labelId = `${id}-label`;
  const remark = aside ?? (optional ? 'Optional' : null);
  return (
    <FieldContext.Provider
      value={{ id, labelId, describedBy: error || hint ? noteId : undefined, invalid: Boolean(error), required }}
    >
      <div className={classNames('flex min-w-0 flex-col', className)}>
        <div className="mb-1.5 flex items-baseline justify-between gap-3">
          <label id={labelId} htmlFor={id} className="text-ui font-medium text-ink">
            {label}
            {required && (
              <span aria-hidden="true" className="ml-1 text-danger">
                *
              </span>
            )}
          </label>
          {remark && <span className="text-ui text-faint">{remark}</span>}
        </div>
        {children}
        <FieldNote id={noteId} hint={hint} error={error} />
      </div>
    </FieldContext.Provider>
  );
}

function FieldNote({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  // The live region always exists, so that an error is announced when it appears.
  return (
    <>
      {!error && hint && (
        <p id={id} className="mt-1.5 text-caption text-faint">
          {hint}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <p id={id} className="mt-1.5 flex items-start gap-1.5 text-caption font-book text-danger">
            <CircleAlert aria-hidden size={14} strokeWidth={1.75} className="mt-px shrink-0" />
            {error}
          </p>
        )}
      </div>
    </>
  );
}

export interface ControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
  'aria-required'?: boolean | 'true' | 'false';
}

/** Returns id and ARIA props for a control. Outside a Field: `own`; inside, `own` wins and descriptions are joined. */
export function useFieldControl(own: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  if (!field) return own;
  const describedBy = [own['aria-describedby'], field.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': own['aria-required'] ?? (field.required || undefined),
  };
}

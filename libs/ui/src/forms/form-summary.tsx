import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FormSummaryProps {
  title?: string;
  text?: string;
  /** Messages by field, in the order to list them. Each links to the control with id `idOf(field)`. */
  errors: Readonly<Record<string, string>>;
  idOf: (field: string) => string;
  tone?: 'danger' | 'info';
  className?: string;
}

const numbers = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];

/** Lists the errors of a rejected form, with a link to each field. */
export function FormSummary({ title, text, errors, idOf, tone = 'danger', className = '' }: FormSummaryProps) {
  const found = Object.entries(errors);
  const Icon = tone === 'danger' ? CircleAlert : Info;
  const look = tone === 'danger' ? 'border-danger-line/45 bg-danger-soft' : 'border-info-line bg-info-soft';
  const fields = found.length === 1 ? 'field needs' : 'fields need';
  return (
    <div role="alert" className={`flex gap-3 rounded-panel border px-4 py-3.5 ${look} ${className}`}>
      <Icon
        aria-hidden
        size={18}
        strokeWidth={1.75}
        className={`mt-0.5 shrink-0 ${tone === 'danger' ? 'text-danger' : 'text-info'}`}
      />
      <div className="min-w-0">
        <p className="text-card text-ink">
          {title ?? `${numbers[found.length - 1] ?? found.length} ${fields} another look`}
        </p>
        {text && <p className="mt-1 text-prose text-ui">{text}</p>}
        {found.length > 0 && (
          <ul className="mt-2 grid justify-items-start gap-y-1.5">
            {found.map(([field, message]) => (
              <li key={field}>
                <a
                  href={`#${idOf(field)}`}
                  className="touch-target text-ink text-ui underline decoration-line-field underline-offset-3 hover:decoration-current"
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** A confirmation above a form, or on a page, that a form was sent. */
export function FormConfirmation({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div
      role="status"
      className={`flex items-start gap-3 rounded-panel border border-success-line bg-success-soft px-4 py-3 text-prose text-ui ${className}`}
    >
      <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-success" />
      <p className="wrap-anywhere min-w-0">{children}</p>
    </div>
  );
}

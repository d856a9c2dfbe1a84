import { classNames } from '@docfolio/ui/class-names';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { capitalised } from './lead-texts.js';
import { type LeadField, type LeadForm, leadFieldNames } from './lead-values.js';
import type { StaleField, StaleLead } from './stale-lead.js';

/** The record has changed since it was read: what differs, and which side of it to save. Nothing typed is lost. */
export function LeadStaleNotice({ stale, form }: { stale: StaleLead; form: LeadForm }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (stale) heading.current?.focus();
  }, [stale]);
  return (
    <section
      aria-labelledby="lead-stale"
      className="mb-5 rounded-note border border-warning-line bg-warning-soft px-4 py-3 text-ui"
    >
      <div role="alert" className="flex gap-2.5">
        <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
        <div>
          <h3 ref={heading} id="lead-stale" tabIndex={-1} className="font-semibold text-ink">
            This lead has changed since you opened it
          </h3>
          <p className="text-muted">
            {stale.fields.length > 0
              ? 'Choose what to keep, then save again. Nothing has been overwritten.'
              : 'It now says what you typed. Save again to keep the rest.'}
          </p>
        </div>
      </div>
      {stale.fields.map((field) => (
        <StaleChoice key={`${stale.current.version} ${field.field}`} stale={field} form={form} />
      ))}
    </section>
  );
}

function StaleChoice({ stale: { field, mine, theirs, typed }, form }: { stale: StaleField; form: LeadForm }) {
  const now = useWatch({ control: form.control, name: field }) ?? '';
  const [kept, setKept] = useState(mine);
  const takesTheirs = now === theirs;
  const own = takesTheirs ? kept : now;
  const put = (value: string) => form.setValue(field, value as never, { shouldDirty: true, shouldValidate: true });
  return (
    <fieldset className="mt-3 grid grid-cols-2 gap-2 max-md:grid-cols-1">
      <legend className="mb-1 text-caption font-medium text-muted">{leadFieldNames[field]}</legend>
      <Side
        name={field}
        label={typed ? 'Yours' : 'As you opened it'}
        text={own}
        checked={!takesTheirs}
        onChoose={() => put(own)}
      />
      <Side
        name={field}
        label="Saved meanwhile"
        text={theirs}
        checked={takesTheirs}
        onChoose={() => {
          setKept(own);
          put(theirs);
        }}
      />
    </fieldset>
  );
}

/** A status and a source read as in their menus. */
function words(field: LeadField, text: string): string {
  return field === 'status' || field === 'source' ? capitalised(text) : text;
}

function Side({
  name,
  label,
  text,
  checked,
  onChoose,
}: {
  name: LeadField;
  label: string;
  text: string;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={classNames(
        'flex min-h-11 min-w-0 cursor-pointer items-start gap-2.5 rounded-control border px-3 py-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
        checked ? 'border-accent bg-overlay' : 'border-line-strong hover:bg-overlay',
      )}
    >
      <input
        type="radio"
        name={`stale-${name}`}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-3.5 shrink-0 accent-fill outline-none"
      />
      <span className="min-w-0">
        <span className="block text-caption text-muted">{label}</span>
        <span className="line-clamp-3 whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
          {text ? words(name, text) : <span className="text-muted">Empty</span>}
        </span>
      </span>
    </label>
  );
}

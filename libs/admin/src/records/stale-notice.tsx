import { classNames } from '@docfolio/ui/class-names';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type FormField, type FormState, type FormValue, wordsOf } from './form-field.js';
import type { StaleField, StaleRecord } from './stale-record.js';

/** A notice that the record was saved elsewhere since. The user picks a side for each field in conflict. */
export function StaleNotice({
  one,
  stale,
  form,
}: {
  /** Name of the kind in a sentence: 'client'. */
  one: string;
  stale: StaleRecord;
  form: FormState;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (stale) heading.current?.focus();
  }, [stale]);
  return (
    <section
      aria-labelledby="stale-record"
      className="mb-5 rounded-note border border-warning-line bg-warning-soft px-4 py-3 text-ui"
    >
      <div role="alert" className="flex gap-2.5">
        <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
        <div>
          <h3 ref={heading} id="stale-record" tabIndex={-1} className="font-semibold text-ink">
            This {one} has changed since you opened it
          </h3>
          <p className="text-muted">
            {stale.fields.length > 0
              ? 'Choose what to keep, then save again. Nothing has been overwritten.'
              : 'It now says what you typed. Save again to keep the rest.'}
          </p>
        </div>
      </div>
      {stale.fields.map((field) => (
        <StaleChoice key={`${stale.version} ${field.field.name}`} stale={field} form={form} />
      ))}
    </section>
  );
}

function StaleChoice({ stale: { field, mine, theirs, typed }, form }: { stale: StaleField; form: FormState }) {
  const now: FormValue = useWatch({ control: form.control, name: field.name }) ?? '';
  const [kept, setKept] = useState(mine);
  const takesTheirs = now === theirs;
  const own = takesTheirs ? kept : now;
  const put = (value: FormValue) => form.setValue(field.name, value, { shouldDirty: true, shouldValidate: true });
  return (
    <fieldset className="mt-3 grid grid-cols-2 gap-2 max-md:grid-cols-1">
      <legend className="mb-1 text-caption font-medium text-muted">{field.label}</legend>
      <Side
        field={field}
        label={typed ? 'Yours' : 'As you opened it'}
        value={own}
        checked={!takesTheirs}
        onChoose={() => put(own)}
      />
      <Side
        field={field}
        label="Saved in the meantime"
        value={theirs}
        checked={takesTheirs}
        onChoose={() => {
          setKept(own);
          put(theirs);
        }}
      />
    </fieldset>
  );
}

function Side({
  field,
  label,
  value,
  checked,
  onChoose,
}: {
  field: FormField;
  label: string;
  value: FormValue;
  checked: boolean;
  onChoose: () => void;
}) {
  const words = wordsOf(field, value);
  return (
    <label
      className={classNames(
        'flex min-h-11 min-w-0 cursor-pointer items-start gap-2.5 rounded-control border px-3 py-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
        checked ? 'border-accent bg-overlay' : 'border-line-strong hover:bg-overlay',
      )}
    >
      <input
        type="radio"
        name={`stale-${field.name}`}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-3.5 shrink-0 accent-fill outline-none"
      />
      <span className="min-w-0">
        <span className="block text-caption text-muted">{label}</span>
        <span className="line-clamp-3 whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
          {words || <span className="text-muted">Empty</span>}
        </span>
      </span>
    </label>
  );
}

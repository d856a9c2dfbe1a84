import { classNames } from '@docfolio/ui/class-names';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Select } from '@docfolio/ui/forms/select';
import { Switch } from '@docfolio/ui/forms/switch';
import { Textarea } from '@docfolio/ui/forms/textarea';
import { Controller, type ControllerRenderProps } from 'react-hook-form';
import { DayInput } from './day-input.js';
import type { FormField, FormState, FormValues } from './form-field.js';

interface RecordFormFieldsProps {
  form: FormState;
  fields: readonly FormField[];
  /** Whether the first field, if it is a text input, takes the focus. Default: true. */
  focusesFirst?: boolean;
}

/** A form's fields in two columns (phones: one). */
export function RecordFormFields({ form, fields, focusesFirst = true }: RecordFormFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-4.5 max-md:grid-cols-1">
      {fields.map((field, index) => (
        <FormControl key={field.name} form={form} field={field} autoFocus={focusesFirst && index === 0} />
      ))}
    </div>
  );
}

function FormControl({ form, field, autoFocus }: { form: FormState; field: FormField; autoFocus: boolean }) {
  const { name, label, control, required = false, hint, placeholder, mono, leading, rows } = field;
  const wide = field.wide || control === 'textarea';
  const error = form.formState.errors[name]?.message;
  if (control === 'switch' || control === 'select' || control === 'date' || control === 'custom')
    return (
      <Controller
        name={name}
        control={form.control}
        render={({ field: input }) => (
          <div className={classNames('min-w-0', wide && 'col-span-full')}>
            <Chosen field={field} input={input} error={error} />
          </div>
        )}
      />
    );
  const common = { autoFocus, autoComplete: 'off', placeholder, ...form.register(name) };
  return (
    <Field label={label} required={required} hint={hint} error={error} className={wide ? 'col-span-full' : undefined}>
      {control === 'textarea' ? (
        <Textarea {...common} rows={rows} />
      ) : (
        <Input
          {...common}
          type={control === 'number' ? 'text' : control}
          inputMode={control === 'number' ? 'decimal' : undefined}
          mono={mono}
          leading={leading}
        />
      )}
    </Field>
  );
}

interface ChosenProps {
  field: FormField;
  input: ControllerRenderProps<FormValues, string>;
  error: string | undefined;
}

function Chosen({ field, input, error }: ChosenProps) {
  const { label, required, hint, control, options = [], emptyLabel, placeholder, custom: Custom } = field;
  if (control === 'switch')
    return <Switch label={label} checked={input.value === true} onCheckedChange={input.onChange} ref={input.ref} />;
  const { onChange, onBlur, ref } = input;
  const text = { value: String(input.value ?? ''), onChange, onBlur, ref };
  return (
    <Field label={label} required={required} hint={hint} error={error}>
      {Custom ? (
        <Custom {...text} />
      ) : control === 'date' ? (
        <DayInput {...text} label={label} />
      ) : (
        <Select
          {...input}
          value={String(input.value ?? '')}
          onValueChange={input.onChange}
          options={options}
          emptyLabel={emptyLabel}
          placeholder={placeholder}
        />
      )}
    </Field>
  );
}

import type { FormState } from '@docfolio/admin/records/form-field';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Switch } from '@docfolio/ui/forms/switch';
import { Textarea } from '@docfolio/ui/forms/textarea';
import { Controller, useWatch } from 'react-hook-form';
import { timeZoneName } from './scheduled-time.js';

interface PostFieldsProps {
  form: FormState;
  /** Called when the user edits the slug, which then no longer follows the title unless it is empty. */
  onSlugTyped: () => void;
}

export const quietLabel = '[&_label]:font-book [&_label]:text-muted';

export function PostFields({ form, onSlugTyped }: PostFieldsProps) {
  const { register, control, formState } = form;
  const errorOf = (name: string) => formState.errors[name]?.message;
  const text = { autoComplete: 'off', size: 'sm' } as const;
  return (
    <div className="flex flex-col gap-4">
      <Field className={quietLabel} label="Slug" error={errorOf('slug')}>
        <Input {...text} {...register('slug', { onChange: onSlugTyped })} mono spellCheck={false} aria-required />
      </Field>
      <div className="grid grid-cols-[3fr_2fr] gap-x-3 gap-y-4 max-xs:grid-cols-1">
        <Field className={quietLabel} label="Category" error={errorOf('category')}>
          <Input {...text} {...register('category')} placeholder="e.g., Android, iOS, Web" aria-required />
        </Field>
        <Field className={quietLabel} label="Read Time" error={errorOf('read_time')}>
          <Input {...text} {...register('read_time')} placeholder="e.g., 5 min read" />
        </Field>
      </div>
      <Field className={quietLabel} label="Tags" aside="comma-separated" error={errorOf('tags')}>
        <Input {...text} {...register('tags')} />
      </Field>
      <Field className={quietLabel} label="Excerpt" error={errorOf('excerpt')}>
        <Textarea {...register('excerpt')} rows={3} aria-required />
      </Field>
      {(['Published', 'Featured'] as const).map((label) => (
        <Controller
          key={label}
          name={label.toLowerCase()}
          control={control}
          render={({ field: { value, onChange, ref } }) => (
            <Switch
              label={label}
              checked={value === true}
              onCheckedChange={onChange}
              ref={ref}
              className="max-md:h-11"
            />
          )}
        />
      ))}
      <PublishAt form={form} />
    </div>
  );
}

function PublishAt({ form }: { form: FormState }) {
  const [published, at] = useWatch({ control: form.control, name: ['published', 'scheduled_at'] });
  if (published) return null;
  const error = form.formState.errors.scheduled_at?.message;
  return (
    <Field
      className={quietLabel}
      label="Publish at"
      aside={timeZoneName()}
      hint={at ? 'It is published automatically then.' : 'Left empty, it stays a draft.'}
      error={error}
    >
      <Input type="datetime-local" size="sm" mono {...form.register('scheduled_at')} />
    </Field>
  );
}

import type { CustomControlProps } from '@docfolio/admin/records/form-field';
import { offerings } from '@docfolio/site-copy/offerings';
import { Select } from '@docfolio/ui/forms/select';
import { useState } from 'react';

const offered = offerings.map(({ title }) => title);

/** A select of the services that the site offers, and of other values that the form has had. */
export function ServiceTypeSelect({ value, onChange, onBlur, ref }: CustomControlProps) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const own = value !== '' && !offered.includes(value) && !others.includes(value) ? [...others, value] : others;
  if (own !== others) setOthers(own);
  return (
    <Select
      ref={ref}
      value={value}
      onValueChange={onChange}
      onBlur={onBlur}
      options={[...offered, ...own].map((title) => ({ value: title, label: title }))}
      placeholder="Select a service"
    />
  );
}

import { offerings } from '@docfolio/site-copy/offerings';
import { Select } from '@docfolio/ui/select';
import { useState } from 'react';
import type { CustomControlProps } from '../../records/record-form.js';

const offered = offerings.map(({ title }) => title);

/** Selects an offering; a project's own service of another name stays available. */
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

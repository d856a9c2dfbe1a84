import { about } from '@docfolio/site-copy/about';
import type { CodeLine } from '@docfolio/ui/code-card';
import { CodeTabs } from '@docfolio/ui/code-tabs';
import { objectCode } from '@docfolio/ui/object-code';

const profile: CodeLine = [
  ['keyword', 'export const '],
  'profile',
  ['punctuation', ': '],
  ['type', 'Engineer'],
  ['punctuation', ' = '],
];

/** Keyed by `since <year>`: keys that are only a number would be sorted. */
const career = Object.fromEntries(about.career.map(({ since, ...station }) => [`since ${since}`, station]));

/** Profile, career and package as source files. */
export function OwnersFiles() {
  return (
    <CodeTabs
      label="The owner as code"
      files={[
        { name: 'profile.ts', lines: objectCode('ts', about.profile, profile) },
        { name: 'career.json', lines: objectCode('json', career) },
        { name: 'package.json', lines: objectCode('json', about.package) },
      ]}
      onCopy={(copied) => {
        // Specification, section 8: a failure is only logged.
        if (!copied) console.error('The code could not be copied');
      }}
    />
  );
}

import { about } from '@docfolio/site-copy/about';
import type { CodeLine } from '@docfolio/ui/text/code-card';
import { CodeTabs } from '@docfolio/ui/text/code-tabs';
import { objectCode } from '@docfolio/ui/text/object-code';

const profile: CodeLine = [
  ['keyword', 'export const '],
  'profile',
  ['punctuation', ': '],
  ['type', 'Engineer'],
  ['punctuation', ' = '],
];

/** Keyed by `since <year>`, because JavaScript sorts keys that are only digits. */
const career = Object.fromEntries(about.career.map(({ since, ...station }) => [`since ${since}`, station]));

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
        // A failure is only logged (specification, section 8).
        if (!copied) console.error('The code could not be copied');
      }}
    />
  );
}

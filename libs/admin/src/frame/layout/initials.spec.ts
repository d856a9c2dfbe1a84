import { initialsOf } from './initials.js';

test.each([
  ['alex.morgan@example.com', 'AM'],
  ['owner@example.com', 'OW'],
  ['a@example.com', 'A'],
  ['jo-ann_lee@example.com', 'JA'],
  ['élodie@example.com', 'ÉL'],
  ['..@example.com', '?'],
])('abbreviates %s to %s', (email, initials) => expect(initialsOf(email)).toBe(initials));

import { z } from 'zod';
import { readPublicKeys } from './signing-keys.js';

/** Setting of the processes that check builds of remotes. */
export const remotesPublicKeys = z
  .string()
  .superRefine((text, context) => {
    try {
      readPublicKeys(text);
    } catch (error) {
      const { message } = error as Error;
      const reason = message.includes('the name of a remote') ? message : 'not Ed25519 public keys';
      context.addIssue({
        code: 'custom',
        message: `${reason}. Expected \`<remote>=<key>\`, separated by commas, with keys as \`npm run docfolio -- remotes keygen\` prints them`,
      });
    }
  })
  .optional()
  .meta({
    section: 'Deployment of remotes (docs/remotes.md)',
    description:
      'Public keys of those who may publish builds of remotes, separated by commas: `<remote>=<key>`, or `*=<key>` for all remotes but the CRM and operations, which need `crm=<key>` and `ops=<key>`. A key without a name is `*=<key>`. Without any no build can be published or deployed.',
  });

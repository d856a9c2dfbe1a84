import { createHash } from 'node:crypto';

const hash = (password: string) => `#${createHash('sha256').update(password).digest('hex')}`;

/**
 * Returns Redis's ACL file. The default user is disabled.
 * - `app`: gateway and services. All data commands; BullMQ needs CLIENT and INFO, which @dangerous would remove.
 * - `web`: the internet-facing process may only receive cache invalidations. As `app` it could put requests with any
 * admin's name into the queues of the services.
 * - `health`: PING.
 */
export function redisAcl(appPassword: string, webPassword: string): string {
  return [
    'user default off',
    `user app on ${hash(appPassword)} ~* &* +@all -@admin -@dangerous +client +info`,
    `user web on ${hash(webPassword)} %R~docfolio:cache:sequence resetchannels &docfolio:cache -@all +get +subscribe +unsubscribe +ping +hello +info +quit`,
    'user health on nopass -@all +ping',
    '',
  ].join('\n');
}

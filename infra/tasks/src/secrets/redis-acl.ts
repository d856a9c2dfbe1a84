import { createHash } from 'node:crypto';

const hash = (password: string) => `#${createHash('sha256').update(password).digest('hex')}`;

/**
 * Returns the lines of an ACL file with the users of the platform's processes. The default user is disabled: nobody can
 * authenticate as it. It has permissions because Redis replays transactions and scripts of the append-only file as this
 * user, and drops those that it may not run: after a restart, all jobs would be lost.
 * - `app`: gateway and services. All data commands but dangerous ones (KEYS, FLUSHALL); BullMQ needs CLIENT and INFO.
 * - `web`: the internet-facing process may only receive cache invalidations and read their number. As `app` it could put
 *   requests with any admin's name into the queues of the services.
 */
export function platformUsers(appPassword: string, webPassword: string): string[] {
  return [
    'user default off ~* &* +@all',
    `user app on ${hash(appPassword)} ~* &* +@all -@admin -@dangerous +client +info`,
    `user web on ${hash(webPassword)} %R~docfolio:cache:sequence resetchannels &docfolio:cache -@all +get +subscribe +unsubscribe +ping +hello +info +quit`,
  ];
}

/** Returns Redis's ACL file: the users of the platform, and `health`, which may PING. */
export function redisAcl(appPassword: string, webPassword: string): string {
  return [...platformUsers(appPassword, webPassword), 'user health on nopass -@all +ping', ''].join('\n');
}

import { createHash } from 'node:crypto';

const hash = (password: string) => `#${createHash('sha256').update(password).digest('hex')}`;

/**
 * Returns the lines of an ACL file for the platform's processes. The default user cannot sign in, but has all
 * permissions: Redis replays transactions and scripts of its append-only file as this user, and drops those that it may
 * not run.
 * - `app`: gateway and services. All commands but administrative and dangerous ones; BullMQ needs CLIENT and INFO.
 * - `web`, which faces the internet: receives cache invalidations, reads their number, announces which builds of remotes
 *   its shell can load, and reports how it is and its errors, but cannot reach the queues.
 */
export function platformUsers(appPassword: string, webPassword: string): string[] {
  return [
    'user default off ~* &* +@all',
    `user app on ${hash(appPassword)} ~* &* +@all -@admin -@dangerous +client +info`,
    `user web on ${hash(webPassword)} %R~docfolio:cache:sequence %W~docfolio:shell-contracts %W~docfolio:system:*:web resetchannels &docfolio:cache -@all +get +zadd +hset +hdel +xadd +subscribe +unsubscribe +ping +hello +info +quit`,
  ];
}

/** Returns Redis's ACL file, with `health`, which may only PING. */
export function redisAcl(appPassword: string, webPassword: string): string {
  return [...platformUsers(appPassword, webPassword), 'user health on nopass -@all +ping', ''].join('\n');
}

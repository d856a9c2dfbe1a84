import { createHash } from 'node:crypto';

/**
 * Returns Redis's ACL file. `app` may use every data command, `health` may only PING, and nobody connects without a
 * user. BullMQ needs CLIENT and INFO, which @dangerous and @admin would take away.
 */
export function redisAcl(appPassword: string): string {
  const hash = createHash('sha256').update(appPassword).digest('hex');
  return [
    'user default off',
    `user app on #${hash} ~* &* +@all -@admin -@dangerous +client +info`,
    'user health on nopass -@all +ping',
    '',
  ].join('\n');
}

import { createHash } from 'node:crypto';
import { redisAcl } from './redis-acl.js';

describe('redisAcl', () => {
  const lines = redisAcl('a password').split('\n');

  it('disables the default user, so that nobody connects without credentials', () => {
    expect(lines).toContain('user default off');
  });

  it('gives the platform every data command, CLIENT and INFO, and no administration', () => {
    const hash = createHash('sha256').update('a password').digest('hex');
    expect(lines).toContain(`user app on #${hash} ~* &* +@all -@admin -@dangerous +client +info`);
  });

  it('lets the health check only PING, without access to keys', () => {
    expect(lines).toContain('user health on nopass -@all +ping');
  });

  it('does not contain the password itself', () => {
    expect(lines.join('\n')).not.toContain('a password');
  });
});

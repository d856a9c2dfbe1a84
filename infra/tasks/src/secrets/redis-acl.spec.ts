import { createHash } from 'node:crypto';
import { redisAcl } from './redis-acl.js';

describe('redisAcl', () => {
  const lines = redisAcl('a password', 'another').split('\n');

  it('disables the default user, so that connections need credentials', () => {
    expect(lines).toContain('user default off ~* &* +@all');
  });

  it('gives the platform every data command, CLIENT and INFO, and no administration', () => {
    const hash = createHash('sha256').update('a password').digest('hex');
    expect(lines).toContain(`user app on #${hash} ~* &* +@all -@admin -@dangerous +client +info`);
  });

  it('allows the web process only to receive invalidations, read their number, announce its shell and report how it is', () => {
    const hash = createHash('sha256').update('another').digest('hex');
    const [user] = lines.filter((line) => line.startsWith('user web'));
    expect(user).toContain(
      `on #${hash} %R~docfolio:cache:sequence %W~docfolio:shell-contracts %W~docfolio:system:*:web resetchannels &docfolio:cache -@all +get +zadd +hset +hdel +xadd +subscribe`,
    );
    expect(user).not.toMatch(/~\*|&\*|\+@/);
  });

  it('allows the health check only PING, without access to keys', () => {
    expect(lines).toContain('user health on nopass -@all +ping');
  });

  it('does not contain the password itself', () => {
    expect(lines.join('\n')).not.toContain('a password');
  });
});

import { generatePassword, Passwords } from './passwords.js';

describe('passwords', () => {
  it('match their hash and no other', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.hash('correct horse')).not.toBe(hash);
    expect(await passwords.verify(hash, 'correct horse')).toBe(true);
    expect(await passwords.verify(hash, 'correct house')).toBe(false);
    expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
  });

  it('are verified with bounded concurrency, and a flood is refused', async () => {
    const passwords = new Passwords({ parallel: 2, waiting: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.verify(undefined, 'x')));
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
    expect(answers[7]).toMatchObject({ reason: { code: 'saturated', status: 503 } });
    // The queue has room again.
    await expect(passwords.verify(undefined, 'x')).resolves.toBe(false);
  });

  it('are generated without characters that are easily confused', () => {
    const made = Array.from({ length: 200 }, generatePassword);
    for (const password of made)
      expect(password).toMatch(/^([abcdefghjkmnpqrstuvwxyz2-9]{4}-){4}[abcdefghjkmnpqrstuvwxyz2-9]{4}$/);
    expect(new Set(made).size).toBe(200);
  });
});

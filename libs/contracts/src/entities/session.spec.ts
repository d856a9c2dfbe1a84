import { auth, credentials, maxPasswordLength, minPasswordLength, newPassword } from './session.js';

const messagesOf = (password: string) => newPassword.safeParse(password).error?.issues.map(({ message }) => message);

it('a new password has at least 10 and at most 200 characters', () => {
  expect(messagesOf('x'.repeat(minPasswordLength))).toBeUndefined();
  expect(messagesOf('x'.repeat(maxPasswordLength))).toBeUndefined();
  expect(messagesOf('x'.repeat(9))).toEqual(['At least 10 characters']);
  expect(messagesOf('x'.repeat(201))).toEqual(['At most 200 characters']);
});

it('a sign-in accepts passwords of up to 200 characters, so that the time of hashing is bounded', () => {
  const accepts = (password: string) => credentials.safeParse({ email: 'a@b.c', password }).success;
  expect(['', 'x', 'x'.repeat(200), 'x'.repeat(201)].map(accepts)).toEqual([false, true, true, false]);
});

it('a password change bounds the length of the current password, and a refresh and a recovery those of their tokens', () => {
  const change = (length: number) =>
    auth.changePassword.input.safeParse({ current_password: 'x'.repeat(length), new_password: 'a new password' })
      .success;
  expect([0, 1, 200, 201].map(change)).toEqual([false, true, true, false]);
  const refresh = (length: number) => auth.refresh.input.safeParse({ refresh_token: 'x'.repeat(length) }).success;
  expect([0, 1, 500, 501].map(refresh)).toEqual([false, true, true, false]);
  const check = (length: number) => auth.checkRecovery.input.safeParse({ token: 'x'.repeat(length) }).success;
  expect([0, 1, 100, 101].map(check)).toEqual([false, true, true, false]);
});

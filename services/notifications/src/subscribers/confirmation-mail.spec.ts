import { randomUUID } from 'node:crypto';
import { confirmationRequested } from '@docfolio/contracts/entities/newsletter';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type NotificationsWorld, startFolderWorld } from '../testing/notifications-world.js';

let world: NotificationsWorld;
const wanted = (email: string) => ({
  id: randomUUID(),
  email,
  name: 'Buy now at spam.example',
  confirm_token: `confirm.${'c'.repeat(40)}`,
  unsubscribe_token: `leave.${'u'.repeat(40)}`,
});
const mailsTo = async (address: string) => (await world.outbox()).filter(({ to }) => to === address);

beforeAll(async () => {
  world = await startFolderWorld();
});
afterAll(() => world?.stop());

it('sends one confirmation email with confirm and unsubscribe links, however often the event is delivered', async () => {
  const one = wanted('Rory@saltmarsh.example');
  const id = await world.publish(confirmationRequested, one);
  await world.publish(confirmationRequested, one, id, `${id}_again`);
  await waitFor('the mail', async () => (await mailsTo('rory@saltmarsh.example')).length === 1);
  await waitFor('the queue is worked off', () => world.idle());
  const [mail, ...more] = await mailsTo('rory@saltmarsh.example');
  expect(more).toEqual([]);
  // Quoted-printable folds long lines with an equals sign.
  const source = mail!.source
    .replace(/=\r\n/g, '')
    .replace(/=3D/g, '=')
    .replace(/\r\n[ \t]/g, ' ');
  expect(source).toMatch(/^Subject: Confirm your subscription$/m);
  expect(source).toContain(`https://docfolio.example/newsletter/confirm?token=${one.confirm_token}\r\n`);
  expect(source).toContain(`https://docfolio.example/newsletter/unsubscribe?token=${one.unsubscribe_token}\r\n`);
  expect(source).toMatch(
    new RegExp(
      `^List-Unsubscribe: <https://docfolio.example/api/v1/newsletter/one-click/${one.unsubscribe_token}>`,
      'm',
    ),
  );
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(source).toMatch(/^Content-Type: text\/plain/im);
  expect(source).not.toContain('spam.example');
});

it('sends at most three confirmation emails a day to one address', async () => {
  for (let times = 0; times < 5; times++) await world.publish(confirmationRequested, wanted('victim@example.com'));
  await waitFor('the queue is worked off', () => world.idle());
  await waitFor('all are decided', async () => {
    const states = await world.database.collection('mail_deliveries').distinct('state');
    return !states.includes('unsent');
  });
  expect(await mailsTo('victim@example.com')).toHaveLength(3);
});

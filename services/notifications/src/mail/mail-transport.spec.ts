import { freePort } from '@docfolio/service-kit/testing/backing-server';
import { startSmtpSink } from '../testing/smtp-sink.js';
import { smtpTransport } from './mail-transport.js';

it('hands over up to 4 emails at a time to the mail server, and the others after them', async () => {
  const port = await freePort();
  let [current, most] = [0, 0];
  const server = await startSmtpSink(port, {
    taking: async () => {
      most = Math.max(most, ++current);
      await new Promise(setImmediate);
      current -= 1;
    },
  });
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`);
  const send = (number: number) =>
    transport.send({
      ...{ deliveryId: String(number), messageId: `<${number}@docfolio>`, from: 'no-reply@docfolio.example' },
      ...{ to: `reader${number}@example.com`, subject: 'Hello', text: 'Hello', date: new Date() },
    });
  await Promise.all(Array.from({ length: 12 }, (_, number) => send(number)));
  transport.close();
  expect(server.received).toHaveLength(12);
  expect(most).toBeLessThanOrEqual(4);
  await server.close();
});

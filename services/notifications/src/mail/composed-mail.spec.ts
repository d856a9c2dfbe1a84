import { createTransport } from 'nodemailer';
import { composed, type OutgoingMail } from './composed-mail.js';

const streams = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

function mailOf(text: string, more: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    deliveryId: '1',
    messageId: '<1@docfolio>',
    from: 'Docfolio <mail@docfolio.example>',
    to: 'ada@example.com',
    subject: 'Grüße',
    text,
    date: new Date('2026-01-01T00:00:00Z'),
    ...more,
  };
}

it.each([
  ['short lines', 'Hello,\n\nyour message has arrived.\n'],
  ['no text', ''],
  ['no line end at the end', 'Hello'],
  ['a long line', `${'a'.repeat(200)}\n`],
  ['a long line with spaces and equals signs', `${'a = b '.repeat(40)} \n\t\n = \n`],
  ['a long line and all kinds of line ends', `${'a'.repeat(100)}\r\nb\rc\nd\n\n\n`],
  ['all kinds of line ends', 'a\r\nb\rc\nd\n\n\n'],
  ['lines that begin with a dot or From', '.\n..\nFrom me\n'],
  ['a few accents', 'Hello,\n\nwe received your message about the café.\n'],
  ['many accents', `${'äöü '.repeat(60)}\n`],
  ['another script', `${'日本語'.repeat(100)}\r\nabc\rdef\n\n`],
  ['emoji', `${'👍🏽 '.repeat(50)}\n`],
])("composes a text with %s exactly as nodemailer's streams do", async (_, text) => {
  const mail = mailOf(text, { replyTo: 'reply@example.com' });
  const { message, envelope } = await composed(mail);
  const { messageId, from, to, replyTo, subject, date } = mail;
  const expected = await streams.sendMail({
    ...{ messageId, from, to, replyTo, subject, text, date },
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  });
  expect(message.toString()).toBe(expected.message.toString());
  expect(envelope).toEqual({ from: 'mail@docfolio.example', to: ['ada@example.com'] });
});

it('composes text and HTML as alternatives with CRLF line ends', async () => {
  const { message } = await composed(mailOf('Hello\n', { html: '<p>Hello</p>\n' }));
  const source = message.toString();
  expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(source).toContain('\r\n\r\nHello\r\n');
  expect(source).toContain('\r\n\r\n<p>Hello</p>\r\n');
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

it('takes an address that contains a list for one recipient', async () => {
  const { envelope } = await composed(mailOf('Hello', { to: 'ada@example.com, eve@example.com' }));
  expect(envelope.to).toEqual(['"ada@example.com, eve"@example.com']);
});

it.each(['New message from =?UTF-8?B?SGVsbG8=?=', `=?utf-8?q?a?= ${'long '.repeat(40)}`])(
  'shows the subject %j in these very characters, although it looks like an encoded word',
  async (subject) => {
    const { message } = await composed(mailOf('Hello', { subject }));
    const header = /^Subject: ((?:.|\r\n )*)\r\n/m.exec(message.toString())![1]!;
    const words = header.split(/\r\n | /);
    const decoded = words
      .map((word) => /^=\?UTF-8\?B\?([^?]+)\?=$/.exec(word)![1]!)
      .map((word) => Buffer.from(word, 'base64'));
    expect(Buffer.concat(decoded).toString()).toBe(subject);
  },
);

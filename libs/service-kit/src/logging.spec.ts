import { Writable } from 'node:stream';
import pino from 'pino';
import { createLogger, loggerOptions, recentErrorsOf, requestContext } from './logging.js';

const captured = () => {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, logger: pino(loggerOptions('test', 'info'), sink) };
};

describe('log lines', () => {
  it('carry the id of the request being served', () => {
    const { lines, logger } = captured();
    requestContext.run({ requestId: 'r1' }, () => logger.info('inside'));
    logger.info('outside');
    expect(lines).toMatchObject([{ request_id: 'r1', level: 'info', name: 'test' }, { msg: 'outside' }]);
    expect(lines[1]).not.toHaveProperty('request_id');
  });

  it('contain no personal data of driver and mail server errors', () => {
    const { lines, logger } = captured();
    const duplicate = Object.assign(
      new Error(
        'E11000 duplicate key error collection: leads.leads index: email dup key: { email: "ann@example.com" }',
      ),
      { code: 11_000, keyValue: { email: 'ann@example.com' }, op: { name: 'Ann' } },
    );
    const cast = new Error('Cast to date failed for value "ann@example.com" (type string)', { cause: duplicate });
    logger.error({ err: duplicate }, 'failed');
    logger.error({ err: cast }, 'failed');
    logger.error({ err: new Error('550 no such user: <ann@example.com>\nann@example.com is unknown here') }, 'failed');
    expect(JSON.stringify(lines)).not.toMatch(/ann/i);
    expect(lines[0]).toMatchObject({ err: { code: 11_000, message: expect.stringContaining('index: email dup key') } });
    expect(lines[1]).toMatchObject({ err: { cause: { code: 11_000 } } });
  });

  it('contain no email address of a thrown value that is not an Error', () => {
    const { lines, logger } = captured();
    logger.error({ err: 'mailbox of <ann@example.com> is full' }, 'failed');
    logger.error({ err: { toString: () => 'refused: ann@example.com', email: 'ann@example.com' } }, 'failed');
    expect(lines).toMatchObject([
      { err: { message: 'mailbox of <<address>> is full' } },
      { err: { message: 'refused: <address>' } },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/ann/i);
  });

  it('are not written at level silent', () => {
    expect(createLogger('test', 'silent').isLevelEnabled('fatal')).toBe(false);
  });
});

it('A logger groups its errors, with the request in whose context they were logged', () => {
  const output = { write: () => undefined };
  const logger = createLogger('test', 'info', output);
  requestContext.run({ requestId: 'r1' }, () => logger.error({ err: new TypeError('ada@example.com') }, 'failed'));
  logger.child({ part: 'x' }).fatal('the service cannot start');
  logger.warn({ err: new Error('only a warning') }, 'will retry');
  expect(recentErrorsOf(logger)!.take()).toMatchObject([
    { name: 'TypeError', message: '<address>', count: 1, request_id: 'r1' },
    { name: 'the service cannot start', message: '', count: 1, request_id: null },
  ]);
});

import { ProblemError } from '@docfolio/contracts/problem';
import { createLogger } from './logging.js';
import { toProblemError } from './problem.js';

const named = (name: string, message = '') => Object.assign(new Error(message), { name });

describe('problems', () => {
  it('stay as they are', () => {
    const problem = new ProblemError('not_found');
    expect(toProblemError(problem)).toBe(problem);
  });

  it.each([
    named('MongoServerSelectionError'),
    named('MongoNetworkError'),
    named('MaxRetriesPerRequestError'),
    new Error('Command timed out'),
    new Error("Stream isn't writeable and enableOfflineQueue options is false"),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ])('are unavailable if a server is down: %s', (error) => {
    expect(toProblemError(error)).toMatchObject({ code: 'unavailable', status: 503, cause: error });
  });

  it.each([new TypeError('x is undefined'), named('MongoServerError', 'E11000'), 'text', undefined])(
    'call anything else internal, and log it once: %s',
    (error) => {
      const logger = createLogger('test', 'silent');
      const logged = jest.spyOn(logger, 'error');
      const problem = toProblemError(error, logger, 'r1');
      expect(problem.toProblem('r1')).toMatchObject({ code: 'internal', status: 500 });
      expect(problem.toProblem('r1')).not.toHaveProperty('detail');
      expect(logged).toHaveBeenCalledTimes(1);
      expect(logged).toHaveBeenCalledWith(expect.objectContaining({ request_id: 'r1' }), 'failed');
    },
  );
});

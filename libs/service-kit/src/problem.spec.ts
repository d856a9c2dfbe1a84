import { ProblemError } from '@docfolio/contracts/core/problem';
import { MongoNetworkError } from 'mongodb';
import { createLogger } from './logging.js';
import { toProblemError } from './problem.js';

const named = (name: string, message = '') => Object.assign(new Error(message), { name });

describe('toProblemError', () => {
  it('returns a ProblemError unchanged', () => {
    const problem = new ProblemError('not_found');
    expect(toProblemError(problem)).toBe(problem);
  });

  it.each([
    new MongoNetworkError('connection closed'),
    named('MaxRetriesPerRequestError'),
    new Error('Command timed out'),
    new Error("Stream isn't writeable and enableOfflineQueue options is false"),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ])('returns unavailable for an error of a server that is down: %s', (error) => {
    expect(toProblemError(error)).toMatchObject({ code: 'unavailable', status: 503, cause: error });
  });

  it.each([new TypeError('x is undefined'), named('MongoServerError', 'E11000'), 'text', undefined])(
    'returns internal for any other error and logs it once: %s',
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

import { formatTraceparent, parseTraceparent, traceIdOf } from './traceparent.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('traceparent', () => {
  it.each([true, false])('keeps ids and the sampling decision %s', (isSampled) => {
    const context = { traceId, spanId, isSampled };
    expect(parseTraceparent(formatTraceparent(context))).toEqual(context);
  });

  it.each([
    undefined,
    '',
    `01-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01-more`,
  ])('ignores the invalid header %j', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

describe('the id of a trace', () => {
  it('is that of its request without hyphens', () => {
    expect(traceIdOf('0af76519-16cd-43dd-8448-eb211c80319c')).toBe(traceId);
  });

  it.each([undefined, 'request-7', 'j_123'])('is random for the request id %j', (requestId) => {
    expect(traceIdOf(requestId)).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIdOf(requestId)).not.toBe(traceIdOf(requestId));
  });
});

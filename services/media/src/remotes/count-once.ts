import { pageTokenLifetime } from '@docfolio/contracts/entities/remote-report';
import type { Redis } from 'ioredis';

/** Increments that are limited per client. */
export interface LimitedCount {
  /** Redis hash of the counts, and seconds for which it is stored after its last increment. */
  counts: string;
  lifetime: number;
  /** Redis hash of what each client has contributed, and seconds for which it is stored. */
  clients: string;
  clientsLifetime: number;
  /** The kind of contribution that is limited per client, and how many of it count. */
  kind: string;
  limit: number;
  /** Fields of `counts` that are incremented. */
  fields: readonly string[];
  /** Field that is incremented with the first contribution of a client. */
  firstField?: string | undefined;
}

/** ms of pages whose used tokens are in one set. */
const usedPeriod = 600_000;
/** Used tokens per set, and clients per hash, which bounds the memory that visitors can take. More are not counted. */
export const usedLimit = 50_000;
const clientsLimit = 10_000;

// Counts a report of a page once, and as far as its client has not reached its limits. A report of which nothing counts is
// not remembered, so that a client fills no set. KEYS: used tokens, then hashes. ARGV: the report, limit and lifetime of
// the used tokens, the client, limit of clients, and the increments as JSON, which name hashes by their place in KEYS.
const countScript = `
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 or redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
local counted = 0
for _, each in ipairs(cjson.decode(ARGV[6])) do
  local counts, clients = KEYS[each.counts], KEYS[each.clients]
  local field = ARGV[4] .. ':' .. each.kind
  local before = tonumber(redis.call('HGET', clients, field) or '0')
  if before < each.limit and (before > 0 or redis.call('HLEN', clients) < tonumber(ARGV[5])) then
    redis.call('HINCRBY', clients, field, 1)
    redis.call('EXPIRE', clients, each.clientsLifetime)
    for _, name in ipairs(each.fields) do redis.call('HINCRBY', counts, name, 1) end
    if before == 0 and each.firstField then redis.call('HINCRBY', counts, each.firstField, 1) end
    redis.call('EXPIRE', counts, each.lifetime)
    counted = 1
  end
end
if counted == 1 then
  redis.call('SADD', KEYS[1], ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[3])
end
return counted
`;

export interface CountOptions {
  prefix: string;
  /** Identifies the report: the page's nonce, and what it reports. */
  report: string;
  /** ms since the epoch. */
  servedAt: number;
  client: string;
  increments: readonly LimitedCount[];
}

/** Counts a report unless it was counted before, in any replica. @throws Error if Redis is down */
export async function countOnce(redis: Redis, options: CountOptions): Promise<void> {
  const { prefix, report, servedAt, client, increments } = options;
  const used = `${prefix}:used:${Math.floor(servedAt / usedPeriod)}`;
  const hashes = [...new Set(increments.flatMap(({ counts, clients }) => [counts, clients]))];
  const keys = [used, ...hashes];
  // Lua counts from 1.
  const placed = increments.map((each) => ({
    ...each,
    counts: keys.indexOf(each.counts) + 1,
    clients: keys.indexOf(each.clients) + 1,
  }));
  const lifetime = pageTokenLifetime + usedPeriod / 1_000;
  await redis.eval(
    countScript,
    keys.length,
    ...[...keys, report, usedLimit, lifetime, client, clientsLimit, JSON.stringify(placed)],
  );
}

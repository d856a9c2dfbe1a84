import type { Redis } from 'ioredis';

// Pushes a request unless the list is full. From the head of a full list it first drops requests past their deadline.
// KEYS[1]: list. ARGV: request (`<deadline>|<JSON>`), depth limit, now (ms), TTL of the list (ms). Returns 1 if pushed.
const pushScript = `
local depth = redis.call('LLEN', KEYS[1])
local limit = tonumber(ARGV[2])
if depth >= limit then
  local now = tonumber(ARGV[3])
  while depth > 0 do
    local head = redis.call('LINDEX', KEYS[1], 0)
    local deadline = tonumber(string.match(head, '^(%d+)|'))
    if deadline and deadline > now then break end
    redis.call('LPOP', KEYS[1])
    depth = depth - 1
  end
  if depth >= limit then return 0 end
end
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
`;

/** ms that a list outlives its last request, so that requests to a removed service do not stay in Redis. */
const listLifetime = 60_000;

interface RequestListCommands {
  pushRequest(list: string, request: string, limit: number, now: number, lifetime: number): Promise<number>;
}

export function defineRequestList(redis: Redis): void {
  redis.defineCommand('pushRequest', { numberOfKeys: 1, lua: pushScript });
}

export async function pushRequest(
  redis: Redis,
  list: string,
  request: { deadline: number },
  depthLimit: number,
): Promise<boolean> {
  const commands = redis as unknown as RequestListCommands;
  return (await commands.pushRequest(list, elementOf(request), depthLimit, Date.now(), listLifetime)) === 1;
}

/** Returns a request as an element of a list. */
export function elementOf(request: { deadline: number }): string {
  return `${Math.floor(request.deadline)}|${JSON.stringify(request)}`;
}

export function requestOf(element: string): unknown {
  return JSON.parse(element.slice(element.indexOf('|') + 1));
}

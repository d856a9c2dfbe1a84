import { Agent, buildConnector } from 'undici';

/** ms that one attempt to connect may take. */
const connectTimeout = 2_000;
/** ms before the second attempt to connect: a restarting replica leaves DNS or the balancer in the meantime. */
const connectDelay = 100;

/** The connection broke after the request was sent: whether it was processed is unknown. */
const resets = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** No connection was made, so that nothing was sent. */
const connectFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `fetch` wraps the error of the connection. */
const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? '';
};

/** Whether a GET that failed with `error` may succeed on another replica. */
export const isConnectionReset = (error: unknown): boolean => resets.has(codeOf(error));

/** Whether a request failed before anything of it was sent. */
export const isConnectFailure = (error: unknown): boolean => connectFailures.has(codeOf(error));

interface AgentOptions {
  /** ms until the gateway has to begin its response. */
  headersTimeout: number;
  /** ms of silence inside a response. */
  bodyTimeout: number;
  /** Maximum of connections; null for no limit. */
  connections: number | null;
}

/**
 * Connections to the gateway. An attempt to connect that fails is repeated once, which is safe for every method because
 * nothing was sent. Of a name with several addresses each is tried, so that one dead replica does not matter.
 */
export function gatewayAgent(options: AgentOptions): Agent {
  const connect = buildConnector({ timeout: connectTimeout });
  return new Agent({
    ...options,
    pipelining: 1,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) => {
        if (error === null) callback(null, socket);
        else if (isConnectFailure(error)) setTimeout(() => connect(target, callback), connectDelay);
        else callback(error, null);
      }),
  });
}

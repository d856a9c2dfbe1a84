import { IncomingMessage } from 'node:http';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';

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

/**
 * ms from a complete request to the beginning of the gateway's response: more than the 4.2 s that the gateway takes at
 * most, less than the 5 s that clients are promised.
 */
export const responseDeadline = 4_500;

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
  return new DeadlineAgent({
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

type Callback = (error: Error | null, response: Dispatcher.ResponseData) => void;

/**
 * Counts `headersTimeout` exactly, and from the request on. Undici's own timer is up to a second late, and does not count
 * the time that a request waits for a free connection.
 */
class DeadlineAgent extends Agent {
  readonly #deadline: number;

  constructor(options: AgentOptions & Agent.Options) {
    super(options);
    this.#deadline = options.headersTimeout;
  }

  override request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  override request(options: Dispatcher.RequestOptions, callback: Callback): void;
  override request(options: Dispatcher.RequestOptions, callback?: Callback) {
    if (!callback) return super.request(options);
    const { body } = options;
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let isDone = false;
    const finish: Callback = (error, response) => {
      clearTimeout(timer);
      if (!isDone) callback(error, response);
      isDone = true;
    };
    const start = () => {
      timer = isDone ? undefined : setTimeout(expire, this.#deadline);
    };
    const expire = () => {
      // Then it is the client that is slow, whom the timeouts of the server limit.
      if (body instanceof IncomingMessage && !body.complete) return void body.once('end', start);
      const error = new errors.HeadersTimeoutError();
      controller.abort(error);
      // Undici does not report the abort of a request that waits for a connection before it gets one.
      finish(error, undefined as unknown as Dispatcher.ResponseData);
    };
    start();
    super.request({ ...options, signal: controller.signal }, finish);
  }
}

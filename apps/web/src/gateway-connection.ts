import { IncomingMessage } from 'node:http';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';

/** ms after which an attempt to connect fails. */
const connectTimeout = 2_000;
/** ms before the second attempt to connect, so that DNS or a balancer can drop a replica that restarts. */
const connectDelay = 100;

/** Codes of a connection that broke after the request was sent: whether it was processed is unknown. */
const resets = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** Codes of a failed attempt to connect. A connection that breaks later can also have ECONNRESET. */
const connectFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns the code of an error or of its cause, as `fetch` wraps the error of the connection; '' without one. */
const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? '';
};

/** Returns whether a request failed because its connection broke: a GET may then succeed on another replica. */
export const isConnectionReset = (error: unknown): boolean => resets.has(codeOf(error));

/** Returns whether no connection could be made. Also true for ECONNRESET of a request that was sent already. */
export const isConnectFailure = (error: unknown): boolean => connectFailures.has(codeOf(error));

/** ms until the gateway has to begin its response: it responds 503 itself after 4.2 s, and clients are promised 5 s. */
export const responseDeadline = 4_500;

interface AgentOptions {
  /** ms until the gateway has to begin its response. */
  headersTimeout: number;
  /** ms of silence inside a response. */
  bodyTimeout: number;
  /** Maximum number of connections; null for no limit. */
  connections: number | null;
}

/** Returns an agent that retries a failed attempt to connect once. It is safe for any method, as nothing was sent. */
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

/** An agent whose exact `headersTimeout` includes the wait for a connection and restarts after an upload. */
class DeadlineAgent extends Agent {
  private readonly deadline: number;

  constructor(options: AgentOptions & Agent.Options) {
    super(options);
    this.deadline = options.headersTimeout;
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
      timer = isDone ? undefined : setTimeout(expire, this.deadline);
    };
    const expire = () => {
      // During an upload the client may be the slow one, which the server's timeouts limit: restart after the upload.
      if (body instanceof IncomingMessage && !body.complete) return void body.once('end', start);
      const error = new errors.HeadersTimeoutError();
      controller.abort(error);
      // Undici reports the abort of a request that waits for a connection only after it got one.
      finish(error, undefined as unknown as Dispatcher.ResponseData);
    };
    start();
    super.request({ ...options, signal: controller.signal }, finish);
  }
}

import { createServer, type Server, type Socket } from 'node:net';
import type { Document } from 'bson';
import type { ClientConnection, Services } from '../commands/command.js';
import { maxBytesFrom, runCommand } from '../commands/registry.js';
import type { Log } from '../config.js';
import { codes, MongoError } from '../errors.js';
import { type Message, ProtocolError, readMessage, writeReply } from './message.js';

export class WireServer {
  private readonly server: Server;
  private readonly connections = new Map<Socket, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly services: Services,
    private readonly log: Log,
  ) {
    this.server = createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', () => resolve((this.server.address() as { port: number }).port));
    });
  }

  /** Stops accepting connections, lets received commands finish and reply, then closes every connection. */
  async stop(): Promise<void> {
    this.stopping = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await Promise.all(this.connections.values());
    for (const socket of this.connections.keys()) socket.destroySoon();
    await closed;
  }

  private accept(socket: Socket): void {
    const { connections } = this.services;
    const connection: ClientConnection = { id: ++connections.totalCreated, authenticated: false };
    const { id } = connection;
    connections.current++;
    let chunks: Buffer[] = [];
    let size = 0;
    let queue = Promise.resolve();
    this.connections.set(socket, queue);
    socket.on('error', (error) => this.log('debug', 'connection error', { connection: id, error: error.message }));
    socket.on('close', () => {
      connections.current--;
      this.connections.delete(socket);
    });
    socket.on('data', (chunk) => {
      if (this.stopping) return;
      chunks.push(chunk);
      size += chunk.length;
      while (size >= 4) {
        if (chunks[0]!.length < 4) chunks = [Buffer.concat(chunks)];
        const length = chunks[0]!.readInt32LE(0);
        if (length < 16 || length > maxBytesFrom(connection, this.services)) {
          this.log('warn', 'a message of an impossible length', { connection: id, length });
          socket.destroy();
          return;
        }
        if (size < length) return;
        const all = Buffer.concat(chunks);
        chunks = [all.subarray(length)];
        size -= length;
        queue = queue.then(() => this.serve(socket, connection, all.subarray(0, length)));
        this.connections.set(socket, queue);
      }
    });
  }

  private async serve(socket: Socket, connection: ClientConnection, bytes: Buffer): Promise<void> {
    let message: Message = { requestId: bytes.readInt32LE(4), body: {}, legacy: false, silent: false };
    try {
      const answer = async () => {
        message = readMessage(bytes);
        return runCommand(message.body, this.services, connection);
      };
      const reply = await answer().catch((error: unknown) => this.errorReply(error, connection.id));
      if (!message.silent && !socket.destroyed) socket.write(writeReply(message, reply));
    } catch (error) {
      this.log('warn', 'connection closed', { connection: connection.id, error: (error as Error).stack });
      socket.destroy();
    }
  }

  /** Returns the reply to a failed command. @throws ProtocolError, which closes the connection */
  private errorReply(error: unknown, connection: number): Document {
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof MongoError)) {
      this.log('error', 'command failed', { connection, error: (error as Error).stack });
      return new MongoError(codes.internalError, 'The command failed; the log of the server says why').reply();
    }
    if (error.code === codes.dataCorruptionDetected)
      this.log('error', 'data corruption detected', { connection, error: error.message });
    if (error.code === codes.authenticationFailed) this.log('warn', 'authentication failed', { connection });
    if (error.code === codes.outOfDiskSpace) this.log('error', 'disk full', { connection });
    return error.reply();
  }
}

import { createServer, type Server, type Socket } from 'node:net';
import type { Services } from '../commands/command.js';
import { maxMessageBytes, runCommand } from '../commands/registry.js';
import { MongoError } from '../errors.js';
import type { Log } from '../log.js';
import { type Message, ProtocolError, readMessage, writeReply } from './message.js';

/** Listens on loopback and runs each connection's commands one after the other. */
export class WireServer {
  private readonly server: Server;
  private readonly connections = new Map<Socket, Promise<void>>();
  private connectionCount = 0;
  private stopping = false;

  constructor(
    private readonly services: Services,
    private readonly log: Log,
  ) {
    this.server = createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  /** @returns the port, which the system chooses when 0 is given */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', () => resolve((this.server.address() as { port: number }).port));
    });
  }

  /** Stops accepting, lets commands that have arrived finish and answer, then closes every connection. */
  async stop(): Promise<void> {
    this.stopping = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    await Promise.all(this.connections.values());
    for (const socket of this.connections.keys()) socket.destroySoon();
    await closed;
  }

  private accept(socket: Socket): void {
    const id = ++this.connectionCount;
    let chunks: Buffer[] = [];
    let size = 0;
    this.connections.set(socket, Promise.resolve());
    socket.on('error', (error) => this.log('debug', 'connection error', { connection: id, error: error.message }));
    socket.on('close', () => this.connections.delete(socket));
    socket.on('data', (chunk) => {
      if (this.stopping) return;
      chunks.push(chunk);
      size += chunk.length;
      while (size >= 4) {
        if (chunks[0]!.length < 4) chunks = [Buffer.concat(chunks)];
        const length = chunks[0]!.readInt32LE(0);
        if (length < 16 || length > maxMessageBytes) {
          this.log('warn', 'a message of an impossible length', { connection: id, length });
          socket.destroy();
          return;
        }
        if (size < length) return;
        const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
        chunks = all.length > length ? [all.subarray(length)] : [];
        size -= length;
        const before = this.connections.get(socket) ?? Promise.resolve();
        this.connections.set(
          socket,
          before.then(() => this.serve(socket, id, all.subarray(0, length))),
        );
      }
    });
  }

  private async serve(socket: Socket, id: number, bytes: Buffer): Promise<void> {
    try {
      const { message, reply } = await this.answer(bytes, id);
      if (!message.silent && !socket.destroyed) socket.write(writeReply(message, reply));
    } catch (error) {
      // A broken message, or a defect of ours: the client sees its connection close and the log says why.
      const level = error instanceof ProtocolError ? 'warn' : 'error';
      this.log(level, 'connection closed', {
        connection: id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      socket.destroy();
    }
  }

  private async answer(
    bytes: Buffer,
    id: number,
  ): Promise<{ message: Message; reply: Awaited<ReturnType<typeof runCommand>> }> {
    let message: Message;
    try {
      message = readMessage(bytes);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      return {
        message: { requestId: bytes.readInt32LE(4), body: {}, legacy: false, silent: false },
        reply: error.reply(),
      };
    }
    return { message, reply: await runCommand(message.body, this.services, id) };
  }
}

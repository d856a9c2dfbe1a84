// @ts-expect-error The driver's module has no types of its own.
import { Connection } from 'mongodb/lib/cmap/connection.js';
// @ts-expect-error The driver's module has no types of its own.
import { ConnectionPool } from 'mongodb/lib/cmap/connection_pool.js';
import mongoose from 'mongoose';

interface DriverConnection {
  readonly socket: { readonly destroyed: boolean };
  onError(error: Error): void;
  writeCommand(...command: unknown[]): Promise<void>;
}

/**
 * Makes commands on a destroyed socket fail. A socket whose server has ended the connection is destroyed a moment before
 * it emits `close`; until then the driver (mongodb 7.8 and 7.9) writes to it and waits forever for `drain`.
 */
export function failOnDestroyedSockets(): void {
  const prototype: DriverConnection = Connection.prototype;
  const { writeCommand } = prototype;
  prototype.writeCommand = async function (this: DriverConnection, ...command) {
    if (!this.socket.destroyed) return writeCommand.apply(this, command);
    const error = new mongoose.mongo.MongoNetworkError('the server has closed the connection');
    this.onError(error);
    throw error;
  };
}

interface Pool {
  readonly options: { readonly minPoolSize: number; readonly maxIdleTimeMS: number };
  ensureMinPoolSize(): void;
}

/** Stops the ten checks per second of pools that need none. No option sets their interval. */
export function skipNeedlessPoolChecks(): void {
  const prototype: Pool = ConnectionPool.prototype;
  const { ensureMinPoolSize } = prototype;
  prototype.ensureMinPoolSize = function (this: Pool) {
    const { minPoolSize, maxIdleTimeMS } = this.options;
    if (minPoolSize > 0 || maxIdleTimeMS > 0) ensureMinPoolSize.call(this);
  };
}

import type { Connection } from 'mongoose';
import { replicasCollection } from './collections.js';

/** ms after which a replica whose record was not removed is forgotten. */
const forgottenAfter = 60 * 60_000;

interface ReplicaDocument {
  _id: string;
  version: string;
  /** Highest migration that it knows. */
  knows: number;
  seen_at: Date;
}

export type Replica = Pick<ReplicaDocument, 'version' | 'knows'>;

/** The processes that use a database, with the migrations that they know. Each records itself, again and again. */
export class Replicas {
  constructor(
    private readonly connection: Connection,
    private readonly own: Replica & { id: string },
    /** ms after its last record until a process counts as ended. */
    private readonly aliveFor: number,
  ) {}

  async record(): Promise<void> {
    const { id, version, knows } = this.own;
    const seen_at = new Date();
    await this.replicas.updateOne({ _id: id }, { $set: { version, knows, seen_at } }, { upsert: true });
  }

  async remove(): Promise<void> {
    await this.replicas.deleteMany({
      $or: [{ _id: this.own.id }, { seen_at: { $lt: new Date(Date.now() - forgottenAfter) } }],
    });
  }

  /** Returns the running processes that do not know a migration. */
  async withoutKnowing(number: number): Promise<Replica[]> {
    const running = await this.running();
    return running.filter(({ knows }) => knows < number);
  }

  async running(): Promise<Replica[]> {
    const since = new Date(Date.now() - this.aliveFor);
    const found = await this.replicas.find({ seen_at: { $gt: since } }).toArray();
    return found.map(({ version, knows }) => ({ version, knows }));
  }

  private get replicas() {
    return this.connection.collection<ReplicaDocument>(replicasCollection);
  }
}

import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type BuildFile,
  type BuildRecord,
  type BuildSummary,
  remoteChanged,
  type SignedBuild,
} from '@docfolio/contracts/entities/remote';
import { readRecord } from '@docfolio/remote-build/signed-build';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { bodyHash } from '@docfolio/service-kit/identity';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';

/** A published build. `created_at` of the stored record is the time of its publication, `built_at` that of the build. */
interface BuildFields extends Pick<BuildRecord, 'remote' | 'build' | 'commit' | 'subject' | 'contract' | 'created_by'> {
  built_at: string;
  size: number;
  /** The signed record, exactly as it was published. */
  record: string;
  key_id: string;
  signature: string;
  /** Paths of the files that have to be uploaded. */
  pending: string[];
  complete: boolean;
  /** When the build was last published or promoted. The retention job spares it for an hour. */
  used_at: Date;
  /** Whether the retention job is deleting the build's files. */
  removing: boolean;
}
export type StoredBuild = SignedBuild & Pick<BuildFields, 'pending' | 'complete'>;

export interface BuildName {
  remote: string;
  build: string;
}

export const buildSchema = recordSchema<BuildFields>(
  {
    remote: { type: String, required: true },
    build: { type: String, required: true },
    commit: { type: String, required: true },
    subject: { type: String, default: '' },
    contract: { type: String, required: true },
    created_by: { type: String, default: '' },
    built_at: { type: String, required: true },
    size: { type: Number, required: true },
    record: { type: String, required: true },
    key_id: { type: String, required: true },
    signature: { type: String, required: true },
    pending: { type: [String], default: [] },
    complete: { type: Boolean, default: false },
    used_at: { type: Date, required: true },
    removing: { type: Boolean, default: false },
  },
  { indexes: [{ serves: 'builds of a remote newest first', fields: { remote: 1, created_at: -1, _id: -1 } }] },
);

/** File tables that are cached, so that the record is not parsed for each file of a transfer. */
const cachedTables = 20;

@RepositoryOf('remote_builds')
export class BuildsRepository extends RecordRepository<BuildFields> {
  /** The entry of the call names the remote and the build. */
  protected override get auditedFields(): readonly string[] {
    return [];
  }

  private readonly fileTables = new Map<string, Map<string, BuildFile>>();

  /**
   * Stores a signed record. A repeat returns the stored one.
   * @throws ProblemError `conflict` if the id belongs to a build with other files
   */
  async store(record: BuildRecord, signed: SignedBuild): Promise<StoredBuild> {
    const { remote, build, commit, contract, files } = record;
    const content = bodyHash({ remote, build, commit, contract, files });
    const fields = {
      ...signedFields(record, signed),
      pending: files.map(({ path }) => path),
      used_at: new Date(),
    };
    try {
      return await this.create(idOf(record), content, fields, [occurred(remoteChanged, { id: remote })]);
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === 'idempotency_key_reused')) throw error;
      throw new ProblemError('conflict', { detail: `Another build with the id ${build} is published already.` });
    }
  }

  /** Replaces the signature of a build by that of a record with the same content. */
  async replaceSignature(record: BuildRecord, signed: SignedBuild): Promise<void> {
    await this.model.updateOne({ _id: idOf(record) }, { $set: signedFields(record, signed) });
  }

  /** Returns a build that is not being removed. @throws ProblemError `not_found` */
  async published(name: BuildName): Promise<StoredBuild> {
    const found = await this.model.findOne({ _id: idOf(name), removing: false }).lean<Stored<BuildFields> | null>();
    if (!found) throw new ProblemError('not_found', { detail: `${name.remote} has no build ${name.build}.` });
    return found;
  }

  /** Returns a file of a build. @throws ProblemError `not_found` */
  async file(name: BuildName, path: string): Promise<BuildFile> {
    const id = idOf(name);
    const found = await this.model
      .findOne({ _id: id, removing: false }, { signature: 1 })
      .lean<Pick<BuildFields, 'signature'> | null>();
    const key = `${id} ${found?.signature}`;
    if (found && !this.fileTables.has(key)) await this.cacheFiles(key, name);
    const file = this.fileTables.get(key)?.get(path);
    if (!file) throw new ProblemError('not_found', { detail: `${id} has no file ${path}.` });
    return file;
  }

  private async cacheFiles(key: string, name: BuildName): Promise<void> {
    const { record } = await this.published(name);
    this.fileTables.set(key, new Map(readRecord(record).files.map((file) => [file.path, file])));
    const [oldest] = this.fileTables.keys();
    if (this.fileTables.size > cachedTables && oldest !== undefined) this.fileTables.delete(oldest);
  }

  /** Notes that a file has been stored. @returns whether the build is complete */
  async markReceived(name: BuildName, path: string): Promise<boolean> {
    const id = idOf(name);
    await this.model.updateOne({ _id: id }, { $pull: { pending: path } });
    const raised = [occurred(remoteChanged, { id: name.remote })];
    const { matchedCount } = await this.model.updateOne(
      { _id: id, complete: false, pending: { $size: 0 } },
      { $set: { complete: true }, $push: { outbox: { $each: raised.map(({ entry }) => entry) } } },
    );
    if (matchedCount > 0) await this.publish(id, raised);
    return (await this.model.exists({ _id: id, complete: true })) !== null;
  }

  /** Notes that files have to be uploaded again. */
  async markMissing(name: BuildName, paths: readonly string[]): Promise<void> {
    await this.model.updateOne(
      { _id: idOf(name) },
      { $addToSet: { pending: { $each: paths } }, $set: { complete: false } },
    );
  }

  /** Makes the retention job spare a build for an hour. @throws ProblemError `unavailable` if it is being removed */
  async claim(name: BuildName): Promise<void> {
    const { matchedCount } = await this.model.updateOne(
      { _id: idOf(name), removing: false },
      { $set: { used_at: new Date() } },
    );
    if (matchedCount === 0)
      throw new ProblemError('unavailable', {
        detail: 'The build is being removed. Publish it again.',
        retryAfter: 60,
      });
  }

  async remotes(): Promise<string[]> {
    return this.model.distinct('remote', {});
  }

  /** Returns the builds of a remote, newest first. Index: builds of a remote newest first. */
  async newest(remote: string): Promise<BuildSummary[]> {
    const found = await this.model
      .find({ remote, deleted_at: null, removing: false }, { record: 0, pending: 0, outbox: 0 })
      .sort({ created_at: -1, _id: -1 })
      .lean<Stored<BuildFields>[]>();
    return found.map((stored) => summaryOf(this.output(stored)));
  }

  /**
   * Deletes a build after its files, unless it was used since `before`. A repeat after a crash continues.
   * @param removeFile deletes the file of a path
   * @returns whether it was deleted
   */
  async remove(name: BuildName, before: Date, removeFile: (path: string) => Promise<void>): Promise<boolean> {
    const marked = await this.model
      .findOneAndUpdate(
        { _id: idOf(name), $or: [{ used_at: { $lte: before } }, { removing: true }] },
        { $set: { removing: true } },
      )
      .lean<Stored<BuildFields> | null>();
    if (!marked) return false;
    for (const { path } of readRecord(marked.record).files) await removeFile(path);
    await this.model.deleteOne({ _id: idOf(name) });
    return true;
  }

  /** Returns builds whose removal a crash has interrupted. */
  async halfRemoved(): Promise<BuildName[]> {
    return this.model.find({ removing: true }, { remote: 1, build: 1 }).lean<BuildName[]>();
  }
}

function summaryOf(build: RecordOutput<BuildFields>): BuildSummary {
  const { remote, build: id, commit, subject, contract, created_by, size, complete, key_id } = build;
  return {
    ...{ remote, build: id, commit, subject, contract, created_by, size, complete, key_id },
    ...{ created_at: build.built_at, published_at: build.created_at },
  };
}

const idOf = ({ remote, build }: BuildName) => `${remote}/${build}`;

function signedFields(record: BuildRecord, signed: SignedBuild) {
  const { remote, build, commit, subject, contract, created_at, created_by, files } = record;
  return {
    ...{ remote, build, commit, subject, contract, created_by, built_at: created_at },
    ...{ record: signed.record, key_id: signed.key_id, signature: signed.signature },
    size: files.reduce((bytes, { size }) => bytes + size, 0),
  };
}

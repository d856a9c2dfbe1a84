import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type BuildRecord,
  type BuildSummary,
  buildSizeLimit,
  reservedRemoteNames,
  type SignedBuild,
} from '@docfolio/contracts/entities/remote';
import { assertServable } from '@docfolio/remote-build/manifest';
import { BuildRefused } from '@docfolio/remote-build/signed-build';
import { Injectable } from '@nestjs/common';
import { BuildFiles } from './build-files.js';
import { type BuildName, BuildsRepository, type StoredBuild } from './builds.repository.js';
import { Signatures } from './signatures.js';

/** Publishes builds. */
@Injectable()
export class BuildsService {
  constructor(
    private readonly builds: BuildsRepository,
    private readonly files: BuildFiles,
    private readonly signatures: Signatures,
  ) {}

  /**
   * Stores the signed record of a build. A repeat changes nothing, except that it finds files that were lost, and
   * replaces a signature whose key is no longer known.
   * @returns the files to upload: those that are not in the store as the record describes them
   * @throws ProblemError `build_refused`; `conflict` if the id belongs to another build; `unavailable` if the object
   * store is down
   */
  async publish(remote: string, signed: SignedBuild): Promise<{ build: string; missing: string[] }> {
    if (reservedRemoteNames.includes(remote))
      throw new ProblemError('build_refused', { detail: `The platform needs the name ${remote} for itself` });
    const record = this.signatures.open(signed, { remote });
    const size = record.files.reduce((bytes, file) => bytes + file.size, 0);
    if (size > buildSizeLimit)
      throw new ProblemError('build_refused', { detail: `The build has ${size} bytes, more than ${buildSizeLimit}` });
    refuseUnservable(record);
    const stored = await this.builds.store(record, signed);
    await this.builds.claim(record);
    if (!this.isTrusted(stored, record)) await this.builds.replaceSignature(record, signed);
    return { build: record.build, missing: await this.missingFiles(record, stored) };
  }

  list(remote: string): Promise<BuildSummary[]> {
    return this.builds.newest(remote);
  }

  /** Returns the signed record of a build. @throws ProblemError `not_found` */
  async signed(name: BuildName): Promise<SignedBuild> {
    const { record, key_id, signature } = await this.builds.published(name);
    return { record, key_id, signature };
  }

  private async missingFiles(record: BuildRecord, stored: StoredBuild): Promise<string[]> {
    const missing = (await this.files.findBad(record, stored)).map(({ path }) => path);
    const lost = missing.filter((path) => !stored.pending.includes(path));
    if (lost.length > 0) await this.builds.markMissing(record, lost);
    return missing;
  }

  private isTrusted(stored: StoredBuild, name: BuildName): boolean {
    try {
      this.signatures.open(stored, name);
      return true;
    } catch (error) {
      if (error instanceof ProblemError) return false;
      throw error;
    }
  }
}

/** @throws ProblemError `build_refused` with the reason */
function refuseUnservable(record: BuildRecord): void {
  try {
    assertServable(record);
  } catch (error) {
    if (error instanceof BuildRefused) throw new ProblemError('build_refused', { detail: error.message });
    throw error;
  }
}

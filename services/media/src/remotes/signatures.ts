import { ProblemError } from '@docfolio/contracts/core/problem';
import type { BuildRecord, SignedBuild } from '@docfolio/contracts/entities/remote';
import { BuildRefused, openSignedBuild } from '@docfolio/remote-build/signed-build';
import type { PublicKeys } from '@docfolio/remote-build/signing-keys';
import type { BuildName } from './builds.repository.js';

/** Checks the signatures of builds with the public keys of this process. */
export class Signatures {
  constructor(private readonly keys: PublicKeys) {}

  /**
   * Returns the record of a signed build.
   * @throws ProblemError `build_refused` if the signature is not valid, the record is of another build, or no key is set
   */
  open(signed: SignedBuild, { remote, build }: Partial<BuildName>): BuildRecord {
    if (this.keys.size === 0) throw refused('REMOTES_PUBLIC_KEYS is not set, so no build can be deployed');
    const record = this.read(signed);
    if (record.remote !== remote || (build !== undefined && record.build !== build))
      throw refused(`The build record is of ${record.remote} ${record.build}`);
    return record;
  }

  private read(signed: SignedBuild): BuildRecord {
    try {
      return openSignedBuild(signed, this.keys);
    } catch (error) {
      if (error instanceof BuildRefused) throw refused(error.message, error);
      throw error;
    }
  }
}

function refused(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('build_refused', { detail, cause });
}

import { ProblemError } from '@docfolio/contracts/core/problem';
import type { BuildCheck, BuildRecord } from '@docfolio/contracts/entities/remote';
import { readRecord } from '@docfolio/remote-build/signed-build';
import { Injectable } from '@nestjs/common';
import { type BadFile, BuildFiles } from './build-files.js';
import { type BuildName, BuildsRepository, type StoredBuild } from './builds.repository.js';
import { ShellContracts } from './shell-contracts.js';
import { Signatures } from './signatures.js';

type Check = BuildCheck['signature'];

const passed: Check = { passed: true, detail: null };

/** Checks whether a build may be deployed. */
@Injectable()
export class BuildChecks {
  constructor(
    private readonly builds: BuildsRepository,
    private readonly files: BuildFiles,
    private readonly signatures: Signatures,
    private readonly shells: ShellContracts,
  ) {}

  /** Checks signature, files and contract. @throws ProblemError `not_found`; `unavailable` if the object store is down */
  async check(name: BuildName): Promise<BuildCheck> {
    const stored = await this.builds.published(name);
    const record = readRecord(stored.record);
    return {
      build: name.build,
      signature: this.checkSignature(name, stored),
      files: checkOf(await this.files.findBad(record, stored)),
      contract: await this.checkContract(record),
    };
  }

  /**
   * Checks everything before a promotion.
   * @throws ProblemError `build_refused` with the reasons; `not_found`; `unavailable` if the object store is down
   */
  async assertPromotable(name: BuildName): Promise<void> {
    const { signature, files, contract } = await this.check(name);
    refuseUnless([signature, files, contract]);
  }

  /**
   * Checks what a build that was deployed before needs for a rollback. Its files are not read: that would need the
   * object store, and the web process verifies them before it serves them. Neither has a shell to run.
   * @throws ProblemError `build_refused` with the reasons; `not_found`
   */
  async assertRestorable(name: BuildName): Promise<void> {
    const stored = await this.builds.published(name);
    const contract = await this.checkContract(readRecord(stored.record));
    const files = stored.complete ? passed : checkOf(stored.pending.map((path) => ({ path, problem: 'is missing' })));
    refuseUnless([this.checkSignature(name, stored), files, contract.shells.length === 0 ? passed : contract]);
  }

  private checkSignature(name: BuildName, stored: StoredBuild): Check {
    try {
      this.signatures.open(stored, name);
      return passed;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return { passed: false, detail: error.message };
    }
  }

  private async checkContract({ contract: build }: BuildRecord): Promise<BuildCheck['contract']> {
    const shells = await this.shells.running();
    const other = shells.find((shell) => shell !== build);
    const detail =
      other === undefined
        ? 'No shell is running that the build could be compared with'
        : `The build shares other modules (${build.slice(0, 8)}) than the running shell (${other.slice(0, 8)}): build it again`;
    const fits = shells.length > 0 && other === undefined;
    return { passed: fits, detail: fits ? null : detail, build, shells };
  }
}

function checkOf(bad: readonly BadFile[]): Check {
  const [first, ...others] = bad;
  if (!first) return passed;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return { passed: false, detail: `${first.path} ${first.problem}${more}` };
}

function refuseUnless(checks: readonly Check[]): void {
  const reasons = checks.filter((check) => !check.passed).map(({ detail }) => detail);
  if (reasons.length > 0) throw new ProblemError('build_refused', { detail: `${reasons.join('. ')}.` });
}

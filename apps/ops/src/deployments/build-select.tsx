import type { BuildSummary } from '@docfolio/contracts/entities/remote';
import { Select, type SelectOption } from '@docfolio/ui/forms/select';
import { BuildName, SignedMark } from './build-parts.js';
import { buildText } from './deployment-texts.js';

/** Number of builds that a list offers. */
export const offeredBuilds = 10;

export interface OfferedBuild {
  build: string | null;
  summary: BuildSummary | undefined;
  /** Replaces the subject. */
  note?: string;
  disabled?: boolean;
}

// A select's values are texts; this is no build's id.
const delivered = 'delivered';
const optionOf = (build: string | null) => build ?? delivered;

interface BuildSelectProps {
  builds: readonly OfferedBuild[];
  value: string | null | undefined;
  onChange: (build: string | null) => void;
  /** Id of the element that says why the chosen build is refused. */
  refusedBy?: string;
}

/** A select of builds: id, what it changes, and whether it is signed. */
export function BuildSelect({ builds, value, onChange, refusedBy }: BuildSelectProps) {
  const options = builds.map(
    ({ build, summary, note, disabled }): SelectOption => ({
      value: optionOf(build),
      label: buildText(build),
      disabled,
      content: (
        <span className="flex min-w-0 items-center gap-2.5">
          <BuildName build={build} className="shrink-0 text-mono" />
          <span className="min-w-0 grow truncate text-muted">{note ?? summary?.subject}</span>
          {summary?.complete && <SignedMark signed />}
        </span>
      ),
    }),
  );
  return (
    <Select
      options={options}
      value={value === undefined ? undefined : optionOf(value)}
      onValueChange={(next) => next && onChange(next === delivered ? null : next)}
      aria-invalid={refusedBy ? true : undefined}
      aria-describedby={refusedBy}
    />
  );
}

import { classNames } from '@docfolio/ui/class-names';
import { percentText } from './deployment-texts.js';

export const shares = [10, 50, 100] as const;

const meanings: Record<number, string> = { 10: 'Canary', 50: 'One in two', 100: 'Goes live' };

interface ShareChoiceProps {
  value: number;
  /** The share that the chosen build has now. */
  current: number | undefined;
  onChange: (percent: number) => void;
}

/** Radio buttons for the share of visitors that get a build. */
export function ShareChoice({ value, current, onChange }: ShareChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-ui font-medium text-ink">Share of visitors</legend>
      <div className="grid grid-cols-3 gap-2 max-md:grid-cols-1">
        {shares.map((share) => {
          const checked = share === value;
          return (
            <label
              key={share}
              className={classNames(
                'flex h-13 cursor-pointer items-center gap-3 rounded-control border px-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
                checked ? 'border-accent-line bg-accent-soft' : 'border-line-strong hover:border-line-field',
              )}
            >
              <input
                type="radio"
                name="share"
                // biome-ignore lint/a11y/noAutofocus: in the dialog that opens, the focus starts on this choice
                autoFocus={checked}
                checked={checked}
                onChange={() => onChange(share)}
                className="sr-only"
              />
              <span
                aria-hidden="true"
                className={classNames(
                  'grid size-4 shrink-0 place-items-center rounded-full border-[1.5px]',
                  checked ? 'border-accent' : 'border-line-field',
                )}
              >
                {checked && <span className="size-2 rounded-full bg-accent" />}
              </span>
              <span>
                <span className="mono block text-ink text-ui font-medium">{percentText(share)}</span>
                <span className={classNames('block text-caption', checked ? 'text-muted' : 'text-faint')}>
                  {share === current ? 'Current' : meanings[share]}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Returns the share to suggest: the next one for a canary that runs with `current` percent, else the smallest. */
export const nextShare = (current: number | undefined): number =>
  current === undefined ? shares[0] : (shares.find((share) => share > current) ?? 100);

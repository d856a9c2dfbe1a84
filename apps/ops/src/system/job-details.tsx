import { exactTimeOf } from '@docfolio/admin/records/record-texts';
import type { SystemJob } from '@docfolio/contracts/entities/system';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { type CodeLine, renderCode } from '@docfolio/ui/text/code-card';
import { SidewaysScroller } from '@docfolio/ui/text/code-frame';
import { type CodeValue, objectCode } from '@docfolio/ui/text/object-code';
import { CircleAlert, CircleX, EyeOff } from 'lucide-react';
import { RequestId } from './errors-panel.js';
import { clockText } from './system-texts.js';

/** A job with its last error, its masked data and its attempts. */
export function JobDetails({ job, now }: { job: SystemJob; now: number }) {
  const {
    id,
    service,
    created_at,
    failed_at,
    next_at,
    attempts,
    attempts_allowed,
    request_id,
    error,
    payload,
    errors,
  } = job;
  return (
    <>
      <FieldList className="mt-4">
        <FieldRow name="Job" mono>
          <span className="break-all">{id}</span>
        </FieldRow>
        <FieldRow name="Service">{service}</FieldRow>
        <FieldRow name="Created" mono>
          <time dateTime={created_at}>{exactTimeOf(created_at)}</time>
        </FieldRow>
        {failed_at && (
          <FieldRow name="Failed" mono>
            <time dateTime={failed_at}>{exactTimeOf(failed_at)}</time>
          </FieldRow>
        )}
        <FieldRow name="Attempts" mono>
          {attempts_allowed === null ? `${attempts}, no limit` : `${attempts} of ${attempts_allowed}`}
        </FieldRow>
        {next_at && (
          <FieldRow name="Next attempt" mono>
            <time dateTime={next_at} title={exactTimeOf(next_at)}>
              {clockText(next_at, now)}
            </time>
          </FieldRow>
        )}
        <FieldRow name="Request" mono>
          <RequestId id={request_id} whole />
        </FieldRow>
      </FieldList>
      {error !== null && (
        <DrawerSection title="Error">
          <div className="flex gap-2.5 rounded-note border border-danger-line/55 bg-danger-soft px-3 py-2.5">
            <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0 text-danger" />
            <p className="mono min-w-0 text-ink text-mono leading-5 [overflow-wrap:anywhere]">{error}</p>
          </div>
        </DrawerSection>
      )}
      <DrawerSection
        title="Payload"
        action={
          <span className="flex items-center gap-1.75 py-2 text-caption text-muted">
            <EyeOff aria-hidden size={14} strokeWidth={1.75} className="text-faint" />
            Personal data is masked
          </span>
        }
      >
        <SidewaysScroller label="Payload" className="rounded-note border border-line bg-canvas px-4 py-3">
          <pre className="mono w-max text-code-plain text-mono leading-5">{renderCode(payloadLines(payload))}</pre>
        </SidewaysScroller>
      </DrawerSection>
      {errors.length > 0 && (
        <DrawerSection title="Attempts, newest first">
          <ol aria-label="Attempts">
            {errors.map((message, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: attempts have no other identity.
                key={index}
                className="relative grid grid-cols-[0.875rem_minmax(0,1fr)] gap-x-3.5 pb-2 text-ui"
              >
                {index < errors.length - 1 && (
                  <span aria-hidden="true" className="absolute top-7 bottom-0 left-[0.40625rem] w-px bg-line-strong" />
                )}
                <CircleX aria-hidden size={14} strokeWidth={1.75} className="mt-2.25 text-danger" />
                <p className="min-w-0 py-1.5 text-muted [overflow-wrap:anywhere]">
                  <span className="font-medium text-ink">Attempt {Math.max(1, attempts - index)}</span> {message}
                </p>
              </li>
            ))}
          </ol>
        </DrawerSection>
      )}
    </>
  );
}

/** Returns a payload as coloured lines; as it is if it is not JSON. */
function payloadLines(payload: string): CodeLine[] {
  try {
    return objectCode('json', JSON.parse(payload) as CodeValue).map((line) => line.map(colouredKey));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return payload.split('\n').map((line): CodeLine => [line]);
  }
}

const colouredKey = (piece: CodeLine[number]): CodeLine[number] =>
  typeof piece === 'string' && piece.startsWith('"') ? ['type', piece] : piece;

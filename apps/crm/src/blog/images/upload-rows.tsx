import { humanSize } from '@docfolio/admin/records/human-size';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { classNames } from '@docfolio/ui/class-names';
import { RotateCw, X } from 'lucide-react';
import { shortName } from './short-name.js';
import type { ImageUpload } from './upload-list.js';

/** Pending uploads with their progress, failed ones with Retry, refused ones with the reason. */
export function UploadRows({ uploads, className }: { uploads: readonly ImageUpload[]; className?: string }) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Uploads" className={classNames('flex flex-col gap-1.5', className)}>
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function UploadRow({ upload }: { upload: ImageUpload }) {
  const { name, size, state, sent, reason, cancel, retry } = upload;
  const bad = state === 'failed' || state === 'refused';
  return (
    <li className="flex items-center gap-2">
      <div className="min-w-0 grow">
        <div className="flex items-baseline gap-2">
          <span title={name} className="mono truncate text-mono text-muted">
            {shortName(name)}
          </span>
          {!bad && <span className="mono ml-auto shrink-0 text-mono text-faint">{progressOf(upload)}</span>}
        </div>
        {bad ? (
          <p className="text-caption text-danger">{reason}</p>
        ) : (
          <div
            role="progressbar"
            aria-label={`Uploading ${name}, ${humanSize(size)}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(sent * 100)}
            className="mt-1.5 mb-1 h-1 overflow-hidden rounded-bar bg-select"
          >
            <div
              style={{ transform: `scaleX(${sent})` }}
              className={classNames(
                'h-full origin-left bg-fill transition-transform duration-150 motion-reduce:transition-none',
                sent === 1 && 'opacity-60',
              )}
            />
          </div>
        )}
      </div>
      {retry && (
        <IconButton label={`Retry ${name}`} size="sm" onClick={retry}>
          <RotateCw aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      )}
      <IconButton label={`${bad ? 'Dismiss' : 'Cancel'} ${name}`} size="sm" onClick={cancel}>
        <X aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}

function progressOf({ state, sent }: ImageUpload): string {
  if (state === 'waiting') return 'Waiting';
  return sent === 1 ? 'Storing' : `${Math.floor(sent * 100)} %`;
}

import type { ExportList } from '@docfolio/contracts/entities/export';
import { Button } from '@docfolio/ui/buttons/button';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { type ExportProgress, exportList, runningExports, watchExports } from './list-exports.js';

interface ExportButtonProps {
  list: ExportList;
  /** Current search, filters and order, which the export applies too. */
  query: Readonly<Record<string, unknown>>;
}

/** The 'Export CSV' button: exports a list's records, shows the progress, downloads the file. */
export function ExportButton({ list, query }: ExportButtonProps) {
  const progress = useSyncExternalStore(watchExports, runningExports).get(list);
  const phone = useMediaQuery(phoneQuery);
  const icon = <Download aria-hidden size={16} strokeWidth={1.75} />;
  const start = () => void exportList(list, query);
  return (
    <>
      {phone ? (
        <IconButton label="Export CSV" tooltip="none" className="size-11" busy={progress !== undefined} onClick={start}>
          {icon}
        </IconButton>
      ) : (
        <Button size="sm" icon={icon} busy={progress !== undefined} onClick={start}>
          Export CSV
        </Button>
      )}
      {progress && (
        <span role="status" className="mono order-first text-mono text-faint max-md:sr-only">
          {words(progress)}
        </span>
      )}
    </>
  );
}

function words({ rows, total }: ExportProgress): string {
  if (total === 0) return 'Preparing';
  return `${rows.toLocaleString('en-US')} of ${Math.max(rows, total).toLocaleString('en-US')} rows`;
}

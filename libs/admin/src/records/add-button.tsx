import { Button } from '@docfolio/ui/buttons/button';
import { Plus } from 'lucide-react';
import { type CrmRecord, capitalised, type RecordKind } from './record-kind.js';

interface AddButtonProps<R extends CrmRecord> {
  kind: RecordKind<R>;
  onClick: () => void;
  primary?: boolean;
}

export function AddButton<R extends CrmRecord>({ kind, onClick, primary = false }: AddButtonProps<R>) {
  return (
    <Button
      size="sm"
      variant={primary ? 'primary' : undefined}
      icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
      onClick={onClick}
    >
      Add {capitalised(kind.one)}
    </Button>
  );
}

import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../buttons/button.js';
import { EmptyState } from './empty-state.js';

export interface ErrorStateProps {
  title: ReactNode;
  detail?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  icon?: ReactNode;
  className?: string;
}

export function ErrorState({ title, detail, onRetry, retrying, icon, className }: ErrorStateProps) {
  return (
    <div role="alert" className={className}>
      <EmptyState
        icon={icon ?? <CloudOff size={20} strokeWidth={1.75} className="text-danger" />}
        title={title}
        detail={detail}
        action={
          onRetry && (
            <Button
              size="sm"
              busy={retrying}
              icon={<RotateCw aria-hidden size={16} strokeWidth={1.75} />}
              onClick={onRetry}
            >
              Retry
            </Button>
          )
        }
      />
    </div>
  );
}

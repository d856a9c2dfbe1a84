import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import type { ModerationAction } from '@docfolio/contracts/entities/comment-moderation';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Checkbox } from '@docfolio/ui/forms/checkbox';
import { CircleCheck, CircleDashed, type LucideIcon, OctagonAlert, Trash2, Undo2 } from 'lucide-react';
import { commentColumns } from './comment-row.js';
import type { Moderating } from './use-moderation.js';
import type { Selection } from './use-selection.js';

interface CommentListHeadProps {
  selection: Selection<ModeratedComment>;
  moderation: Moderating;
  spam: boolean;
}

const acts: Record<ModerationAction, { label: string; icon: LucideIcon }> = {
  approve: { label: 'Approve', icon: CircleCheck },
  unapprove: { label: 'Unapprove', icon: CircleDashed },
  spam: { label: 'Spam', icon: OctagonAlert },
  not_spam: { label: 'Not spam', icon: Undo2 },
  delete: { label: 'Delete', icon: Trash2 },
};

/** The head of the list: the column names or, while comments are selected, the actions for them. */
export function CommentListHead({ selection, moderation, spam }: CommentListHeadProps) {
  const { chosen, all, setAll, clear } = selection;
  const some = chosen.length > 0;
  const offered: readonly ModerationAction[] = spam
    ? ['not_spam', 'delete']
    : ['approve', 'unapprove', 'spam', 'delete'];
  const run = async (act: ModerationAction) => {
    if (await moderation.moderate(act, chosen)) clear();
  };
  return (
    <div
      className={classNames(
        'sticky top-0 z-10 min-h-10.5 items-center border-line border-y bg-canvas text-caption text-faint',
        some ? 'flex flex-wrap pr-4 max-md:pb-1.5' : commentColumns,
      )}
    >
      <div className="grid w-14 items-center pl-6 max-md:w-12 max-md:pl-4">
        <Checkbox
          aria-label="Select all loaded comments"
          checked={all || (some && 'indeterminate')}
          onCheckedChange={() => setAll(!all)}
        />
      </div>
      {some ? (
        <>
          <span role="status" className="mr-3 text-ink text-ui">
            <span className="mono text-mono">{chosen.length.toLocaleString('en-US')}</span> selected
          </span>
          <div className="flex gap-1 max-md:order-last max-md:w-full max-md:justify-between max-md:pl-1.5 max-xs:gap-0 max-xs:[&_button]:px-2">
            {offered.map((act) => {
              const { label, icon: Icon } = acts[act];
              return (
                <Button
                  key={act}
                  size="sm"
                  variant="ghost"
                  busy={moderation.busy === act}
                  disabled={moderation.busy !== null && moderation.busy !== act}
                  icon={<Icon aria-hidden size={16} strokeWidth={1.75} className="max-xs:hidden" />}
                  onClick={() => void run(act)}
                >
                  {label}
                </Button>
              );
            })}
          </div>
          <Button size="sm" variant="ghost" className="ml-auto" onClick={clear}>
            Clear
          </Button>
        </>
      ) : (
        <>
          <span className="font-medium">Comment</span>
          <span className="px-3 font-medium max-md:hidden">Status</span>
          <span className="px-3 font-medium max-xl:hidden">Created</span>
          <span className="pr-6 text-right font-medium max-md:hidden">Actions</span>
        </>
      )}
    </div>
  );
}

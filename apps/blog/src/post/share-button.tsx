import { toast } from '@docfolio/ui/runtime';
import { useCopy } from '@docfolio/ui/use-copy';
import { Share2 } from 'lucide-react';
import { type ComponentPropsWithRef, type ComponentType, useState } from 'react';
import type { ShownPost } from '../posts/post-queries.js';
import { loadShareMenu } from './load-share-menu.js';
import { type ActionLook, actionLook } from './post-action.js';
import type { ShareMenuProps } from './share-menu.js';

const sharingFailed = () =>
  toast({
    variant: 'destructive',
    title: 'Sharing failed',
    description: 'Unable to share this post. Please try again.',
  });

// A failure is told when the button is pressed, if the menu hasn't arrived by then.
const preload = () => void loadShareMenu().catch(() => {});

/**
 * Opens the menu of places to share a post in (specification, section 2). The menu weighs more than the page's own code,
 * so it comes when somebody points at the button.
 */
export function ShareButton({ post, look }: { post: Pick<ShownPost, 'slug' | 'title'>; look: ActionLook }) {
  const [Menu, setMenu] = useState<ComponentType<ShareMenuProps> | null>(null);
  // Kept here: the menu is gone when the clipboard answers.
  const { copy } = useCopy();

  async function copyLink(link: string) {
    if (await copy(link)) toast({ title: 'Link copied!' });
    else sharingFailed();
  }

  if (Menu) {
    return (
      <Menu
        trigger={<ShareTrigger look={look} />}
        title={post.title}
        path={`/blog/${post.slug}`}
        onCopy={(link) => void copyLink(link)}
        onFailure={sharingFailed}
      />
    );
  }
  return (
    <ShareTrigger
      look={look}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void loadShareMenu().then(({ ShareMenu }) => setMenu(() => ShareMenu), sharingFailed)}
    />
  );
}

function ShareTrigger({ look, ...rest }: ComponentPropsWithRef<'button'> & { look: ActionLook }) {
  return (
    <button {...rest} type="button" className={`${actionLook(look)} noscript:hidden`}>
      <Share2 aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      Share
    </button>
  );
}

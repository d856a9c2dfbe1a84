import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { toast } from '@docfolio/ui/runtime';
import { Share2 } from 'lucide-react';
import { type ComponentPropsWithRef, type ComponentType, useState } from 'react';
import type { ShownPost } from '../requests.js';
import { loadShareMenu } from './load-share-menu.js';
import { type ActionLook, actionLook } from './post-action.js';
import type { ShareMenuProps } from './share-menu.js';

const sharingFailed = () =>
  toast({
    variant: 'destructive',
    title: 'Sharing failed',
    description: 'Unable to share this post. Please try again.',
  });

// A failed preload is ignored: pressing the button loads the menu again and reports a failure.
const preload = () => void loadShareMenu().catch(() => {});

/** The Share button. Its menu is loaded when the button gets the pointer or the focus, or is pressed. */
export function ShareButton({ post, look }: { post: Pick<ShownPost, 'slug' | 'title'>; look: ActionLook }) {
  const [Menu, setMenu] = useState<ComponentType<ShareMenuProps> | null>(null);
  // Not in the menu, which closes before the clipboard responds.
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

import { Menu, MenuContent, MenuItem, MenuTrigger } from '@docfolio/ui/menu';
import { type ReactNode, useState } from 'react';

export interface ShareMenuProps {
  /** The button that it hangs on. */
  trigger: ReactNode;
  title: string;
  /** Of the post, on this origin. */
  path: string;
  onCopy: (link: string) => void;
  onFailure: () => void;
}

/** Where a post can be shared, and the address that does it. */
const places: readonly { name: string; address: (link: string, title: string) => string }[] = [
  { name: 'Twitter', address: (url, text) => `https://twitter.com/intent/tweet?${query({ url, text })}` },
  { name: 'LinkedIn', address: (url) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}` },
  { name: 'Facebook', address: (u) => `https://www.facebook.com/sharer/sharer.php?${query({ u })}` },
];

/** The menu, open from the start: it is made when its button is pressed. */
export function ShareMenu({ trigger, title, path, onCopy, onFailure }: ShareMenuProps) {
  const [shown, setShown] = useState(true);
  const link = new URL(path, window.location.origin).href;

  /** In a window that can't reach this one. A browser that opens none says so only when it throws. */
  function open(address: string, target: '_blank' | '_self') {
    try {
      window.open(address, target, 'noopener,noreferrer');
    } catch {
      onFailure();
    }
  }

  return (
    <Menu open={shown} onOpenChange={setShown}>
      <MenuTrigger>{trigger}</MenuTrigger>
      <MenuContent align="end">
        {places.map(({ name, address }) => (
          <MenuItem key={name} onSelect={() => open(address(link, title), '_blank')}>
            {name}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => open(`mailto:?${query({ subject: title, body: link })}`, '_self')}>Email</MenuItem>
        <MenuItem onSelect={() => onCopy(link)}>Copy link</MenuItem>
      </MenuContent>
    </Menu>
  );
}

// Mail programs take `+` for a plus.
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString().replaceAll('+', '%20');

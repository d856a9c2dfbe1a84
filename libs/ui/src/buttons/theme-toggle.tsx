import { useTheme } from '@docfolio/ui/runtime';
import { Moon, Sun } from 'lucide-react';
import { IconButton } from './icon-button.js';

export function ThemeToggle({ className }: { className?: string }) {
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <IconButton
      label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
      className={className}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} />
    </IconButton>
  );
}

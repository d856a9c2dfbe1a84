import { hostConfig } from '@docfolio/federation/rspack.mjs';

export default hostConfig({
  name: 'shell',
  directory: import.meta.dirname,
  document: 'src/index.html',
  headScripts: ['../../libs/ui/src/theme-script.js', 'src/after-paint.js'],
  preloadBelow: { '/admin': 'lazy-admin' },
  earlyScript: 'src/early-clicks.js',
  preloadFonts: ['inter-latin', 'jetbrains-mono-latin'],
});

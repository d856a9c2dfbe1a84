/** The build of the shell that this page runs; nothing on a development server, whose files have no hash. */
export function ShellBuild() {
  const [file, hash] = shellFile() ?? [];
  if (!hash) return null;
  return (
    <>
      <span title={`Hash of ${file}, which this page runs`} className="flex gap-2 text-caption text-faint">
        Shell
        <span className="mono text-mono text-muted">{hash}</span>
      </span>
      <span aria-hidden="true" className="mx-1 h-3 w-px bg-line" />
    </>
  );
}

/** Returns name and hash of the shell's first script, whose hash covers all others. */
function shellFile(): RegExpExecArray | null {
  const element = document.querySelector('script[src*="/assets/main."], link[href*="/assets/main."]');
  const url = element?.getAttribute('src') ?? element?.getAttribute('href') ?? '';
  return /main\.([0-9a-f]+)\.js$/.exec(url);
}

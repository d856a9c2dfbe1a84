import { useId, useState } from 'react';
import { CopyButton } from '../buttons/copy-button.js';
import { TabList, TabPanels } from '../navigation/tabs.js';
import { type CodeLine, codeText, renderCode } from './code-card.js';
import { SidewaysScroller } from './code-frame.js';

export interface CodeFile {
  name: string;
  lines: readonly CodeLine[];
}

export interface CodeTabsProps {
  label: string;
  files: readonly [CodeFile, ...CodeFile[]];
  onCopy?: (copied: boolean) => void;
  className?: string;
}

export function CodeTabs({ label, files, onCopy, className = '' }: CodeTabsProps) {
  const id = useId();
  const [name, setName] = useState(files[0].name);
  const shown = files.find((file) => file.name === name) ?? files[0];
  return (
    <figure
      aria-label={label}
      className={`min-w-0 overflow-hidden rounded-panel border border-line bg-surface ${className}`}
    >
      <div className="flex h-10 items-center justify-between gap-2 border-line border-b pr-1 pl-4">
        <TabList
          id={id}
          label={label}
          tabs={files.map((file) => ({ value: file.name, label: file.name }))}
          value={shown.name}
          onValueChange={setName}
          look="file"
          className="-mb-px self-stretch overflow-x-auto overflow-y-hidden"
        />
        {/* The key resets the copy confirmation when the file changes. */}
        <CopyButton key={shown.name} text={codeText(shown.lines)} label={`Copy ${shown.name}`} onResult={onCopy} />
      </div>
      <TabPanels
        id={id}
        value={shown.name}
        panels={files.map((file) => ({
          value: file.name,
          content: (
            <SidewaysScroller label={file.name} className="p-4">
              <pre className="mono w-max text-code text-code-plain max-md:leading-5.25">{renderCode(file.lines)}</pre>
            </SidewaysScroller>
          ),
        }))}
      />
    </figure>
  );
}

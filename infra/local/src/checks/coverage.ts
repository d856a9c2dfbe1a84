import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of Jest's coverage summaries, with a subfolder per package (jest.preset.cjs). */
export const coverageFolder = '.results/coverage';

const metrics = ['lines', 'branches', 'functions'] as const;
type Summary = { total: Record<(typeof metrics)[number], { pct: number | 'Unknown' }> };

/** Returns the lines of a table of coverage in per cent. @param folders packages, relative to the root */
export function coverageTable(root: string, folders: string[]): string[] {
  const rows = folders.flatMap((folder) => {
    const path = join(root, coverageFolder, folder, 'coverage-summary.json');
    if (!existsSync(path)) return [];
    const { total } = JSON.parse(readFileSync(path, 'utf8')) as Summary;
    return [[folder, ...metrics.map((kind) => Number(total[kind].pct).toFixed(1))]];
  });
  return [['package', ...metrics], ...rows].map(([folder = '', ...cells]) =>
    [folder.padEnd(24), ...cells.map((cell) => cell.padStart(10))].join(''),
  );
}

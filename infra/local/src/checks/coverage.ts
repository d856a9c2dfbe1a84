import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of Jest's coverage summaries, with a subfolder per package (jest.preset.cjs). */
export const COVERAGE_FOLDER = '.results/coverage';

const KINDS = ['lines', 'branches', 'functions'] as const;
type Summary = { total: Record<(typeof KINDS)[number], { pct: number | 'Unknown' }> };

/** Returns the lines of a table of coverage in per cent. @param folders packages, relative to the root */
export function coverageTable(root: string, folders: string[]): string[] {
  const rows = folders.flatMap((folder) => {
    const path = join(root, COVERAGE_FOLDER, folder, 'coverage-summary.json');
    if (!existsSync(path)) return [];
    const { total } = JSON.parse(readFileSync(path, 'utf8')) as Summary;
    return [[folder, ...KINDS.map((kind) => Number(total[kind].pct).toFixed(1))]];
  });
  return [['package', ...KINDS], ...rows].map(([folder = '', ...cells]) =>
    [folder.padEnd(24), ...cells.map((cell) => cell.padStart(10))].join(''),
  );
}

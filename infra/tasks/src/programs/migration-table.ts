/** What `main.js prepare` of a process prints about its database: MigrationRunner in libs/service-kit. */
interface DatabaseStatus {
  database: string;
  migrations: {
    number: number;
    name: string;
    phase: string;
    state: string;
    version: string | null;
    documents: number;
  }[];
  /** Processes for which `contract` migrations wait. */
  olderReplicas: { version: string }[];
}

/** Returns the status in the output of `main.js prepare`; undefined if it has none. */
export function parseStatus(output: string): DatabaseStatus | undefined {
  const line = output.split('\n').findLast((candidate) => candidate.startsWith('{"database"'));
  return line === undefined ? undefined : (JSON.parse(line) as DatabaseStatus);
}

/** Renders the migrations of all databases, one per line. */
export function migrationTable(databases: readonly DatabaseStatus[]): string {
  const rows = databases.flatMap(({ database, migrations, olderReplicas }) =>
    migrations.map(({ number, name, phase, state, version, documents }, index) => [
      index === 0 ? database : '',
      String(number),
      name,
      phase,
      stateOf(state, phase, olderReplicas),
      version ?? '',
      documents > 0 ? documents.toLocaleString('en-US') : '',
    ]),
  );
  const table = [['database', '', 'migration', 'phase', 'state', 'version', 'documents'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function stateOf(state: string, phase: string, older: DatabaseStatus['olderReplicas']): string {
  if (phase !== 'contract' || state !== 'pending' || older.length === 0) return state;
  const versions = [...new Set(older.map(({ version }) => version))].join(', ');
  return `waits for ${older.length} ${older.length === 1 ? 'process' : 'processes'} of ${versions}`;
}

/** Returns the line after the table: whether something is left to do. */
export function migrationSummary(databases: readonly DatabaseStatus[]): string {
  const left = databases.flatMap(({ migrations }) => migrations).filter(({ state }) => state !== 'done');
  if (left.some(({ state }) => state === 'unknown'))
    return 'A newer version has migrated the data: start that version.';
  if (left.length === 0) return 'All data is up to date.';
  return `${left.length} ${left.length === 1 ? 'migration is' : 'migrations are'} not completed.`;
}

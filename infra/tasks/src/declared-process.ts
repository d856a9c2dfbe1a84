/** A program of a process, and what it reads. */
export interface DeclaredProgram {
  /** Its compiled file, relative to the root. */
  entry: string;
  /** The variables that it reads from its environment; secrets also as `<NAME>_FILE`. */
  variables: readonly string[];
  /** Whether the first start with demo data runs it. */
  seeds?: boolean;
}

/** What launcher and operator programs know of a process: the part of its process.ts that is plain data. */
export interface DeclaredProcess {
  name: string;
  /** Relative to the root. */
  folder: string;
  tier: 'frontend' | 'api' | 'service';
  /** Purpose of the port that other processes or visitors connect to. */
  port?: 'http' | 'bytes';
  /** Processes that it connects to. */
  connectsTo: readonly string[];
  /** Variables of its settings that are secret. */
  secrets: readonly string[];
  main: DeclaredProgram;
  sidePrograms: readonly DeclaredProgram[];
  /** What `npm start` sets: values, and folders below the data folder. */
  env: Readonly<Record<string, string>>;
  folders: Readonly<Record<string, string>>;
}

/** The secret that a migration does not get, although its process has it: it signs no sessions. */
export const notForMigrations = 'JWT_SECRET';

/** Whether a process has a database, which `main.js prepare` migrates. */
export const hasDatabase = ({ secrets }: DeclaredProcess): boolean => secrets.includes('MONGODB_URI');

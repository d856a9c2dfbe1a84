export interface NewerData {
  database: string;
  number: number;
  name: string;
  /** Version that migrated the data. */
  version: string;
}

/** The data was migrated by a newer version, in a way that this one cannot use. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';

  constructor({ database, number, name, version }: NewerData, own: { version: string; knows: number }) {
    super(
      `The data in ${database} is newer than this program: version ${version} has applied migration ${number} (${name}). ` +
        `This is version ${own.version}, which knows the migrations up to ${own.knows}. ` +
        `Start version ${version} or newer, or restore a backup made before the upgrade.`,
    );
  }
}

import { z } from 'zod';
import { BackupError } from '../backup-error.js';
import { isSource, partKinds, partName } from './part-name.js';

/** Version of the layout below. A reader refuses newer ones, which may hold parts it would leave out. */
export const archiveFormat = 1;

/** Object of a backup that names all others. It is written last: a backup without one is incomplete. */
export const manifestName = 'manifest.json';

/** Object of an encrypted backup that binds the manifest, and so all parts, to the key and the id of the backup. */
export const sealName = 'manifest.seal';

/** Bytes and parts from which something is no manifest: one of 60 collections has 30 KB. */
export const manifestLimits = { bytes: 16 * 1024 * 1024, parts: 10_000 };

const index = z.object({
  name: z.string(),
  key: z.record(z.string(), z.number()),
  sparse: z.boolean().optional(),
  /** As relaxed Extended JSON, because JSON has no dates. */
  partialFilterExpression: z.record(z.string(), z.unknown()).optional(),
  expireAfterSeconds: z.number().optional(),
});

const part = z.strictObject({
  /** Name below the backup's folder, such as `mongodb/docfolio_leads/leads.jsonl.gz`. */
  name: z.string().min(1),
  kind: z.enum(partKinds),
  source: z.string(),
  /** Documents, keys and jobs, or files. */
  records: z.int().nonnegative(),
  /** Size and SHA-256 (hex) as stored, that is after compression and encryption. */
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of documents: a value that moved from one document to another during the backup may be in both of them. */
  unique_indexes: z.array(index).optional(),
  /** The other indexes: a service that had to build them would take minutes to start. */
  indexes: z.array(index).optional(),
});

const manifest = z.strictObject({
  format: z.literal(archiveFormat),
  /** Version of the platform that made the backup. */
  platform: z.string().min(1),
  /** Id of the installation, derived from its link secret. */
  installation: z.string().min(1),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  encrypted: z.boolean(),
  parts: z.array(part).min(1).max(manifestLimits.parts),
});

export type Index = z.infer<typeof index>;
export type Part = z.infer<typeof part>;
export type Manifest = z.infer<typeof manifest>;

/** Parses a manifest. @throws BackupError that says why it is not one, or that its format is newer */
export function parseManifest(json: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new BackupError(`Its ${manifestName} is damaged: not JSON.`);
  }
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > archiveFormat)
    throw new BackupError(
      `It has format ${format}, and this version of Docfolio reads ${archiveFormat}: use the version that made it, or a newer one.`,
    );
  const parsed = manifest.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BackupError(
      `Its ${manifestName} is damaged, or not of a backup: ${issue?.path.join('.')} ${issue?.message}`,
    );
  }
  refuseForeignParts(parsed.data);
  return parsed.data;
}

/**
 * Every part has the one name that follows from its kind and source, and stands once: no path leads out of the folder, and
 * in an encrypted backup no part is unencrypted. @throws BackupError
 */
function refuseForeignParts({ encrypted, parts }: Manifest): void {
  const names = new Set<string>();
  for (const part of parts) {
    const shown = JSON.stringify(part.name.slice(0, 200));
    if (part.kind === 'key' && !encrypted) throw new BackupError(`It has a key, ${shown}, but is not encrypted.`);
    if (encrypted && !part.name.endsWith('.age'))
      throw new BackupError(
        `Its part ${shown} is not encrypted, although the backup is: the backup was tampered with.`,
      );
    if (!isSource(part) || part.name !== partName(part, encrypted))
      throw new BackupError(
        `Its part ${shown} does not belong into a backup of Docfolio: the backup was tampered with.`,
      );
    if (names.has(part.name)) throw new BackupError(`Its part ${shown} is listed twice: the backup was tampered with.`);
    names.add(part.name);
  }
}

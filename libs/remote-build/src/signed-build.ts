import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type BuildRecord, buildRecord, type SignedBuild } from '@docfolio/contracts/entities/remote';
import { buildIdOf } from './build-id.js';
import { keyId, maySign, type PublicKeys, publicKeyText } from './signing-keys.js';

/** Thrown for a build that must not be served. `message` is the reason, a sentence without a full stop. */
export class BuildRefused extends Error {
  override readonly name = 'BuildRefused';
}

/** Signs a build record with a private key. */
export function signBuild(record: BuildRecord, privateKey: KeyObject): SignedBuild {
  const text = JSON.stringify(record);
  return {
    record: text,
    key_id: keyId(createPublicKey(privateKey)),
    signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

/**
 * Returns the record of a signed build, after checking its signature, that the key may sign builds of this remote, and
 * that the build's id matches its files.
 * @throws BuildRefused
 */
export function openSignedBuild(signed: SignedBuild, keys: PublicKeys): BuildRecord {
  const known = keys.get(signed.key_id);
  if (!known) throw new BuildRefused(`No known key has the id ${signed.key_id}`);
  if (!verify(null, Buffer.from(signed.record), known.key, Buffer.from(signed.signature, 'base64url')))
    throw new BuildRefused(`The signature does not match the build record (key ${signed.key_id})`);
  const record = readRecord(signed.record);
  if (!maySign(known, record.remote))
    throw new BuildRefused(
      `The key ${signed.key_id} may not sign builds of ${record.remote}. If it should, add ` +
        `${record.remote}=${publicKeyText(known.key)} to REMOTES_PUBLIC_KEYS of media and web`,
    );
  if (record.build !== buildIdOf(record))
    throw new BuildRefused(`The build's id ${record.build} does not match its files (${buildIdOf(record)})`);
  return record;
}

/** Returns the record without checking the signature, for lists. @throws BuildRefused if it is not a build record */
export function readRecord(text: string): BuildRecord {
  try {
    return buildRecord.parse(JSON.parse(text));
  } catch (cause) {
    throw new BuildRefused('The build record cannot be read', { cause });
  }
}

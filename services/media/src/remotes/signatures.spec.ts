import { generateKeys, readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { testBuild } from '../testing/remotes-world.js';
import { Signatures } from './signatures.js';

it('a signed build is refused without public keys, and opened with the key that signed it', () => {
  const { privateKey, publicKey } = generateKeys();
  const { record, signed } = testBuild({ privateKey });
  expect(() => new Signatures(new Map()).open(signed, { remote: 'blog' })).toThrow(
    expect.objectContaining({
      ...{ code: 'build_refused', detail: 'REMOTES_PUBLIC_KEYS is not set, so no build can be deployed' },
    }),
  );
  expect(new Signatures(readPublicKeys(publicKey)).open(signed, { remote: 'blog' })).toEqual(record);
});

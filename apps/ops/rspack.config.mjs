import { remoteConfig } from '@docfolio/federation/rspack.mjs';

export default remoteConfig({ name: 'ops', directory: import.meta.dirname });

import { remoteConfig } from '@docfolio/federation/rspack.mjs';

export default remoteConfig({ name: 'site', directory: import.meta.dirname });

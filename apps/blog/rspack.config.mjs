import { remoteConfig } from '@docfolio/federation/rspack.mjs';

export default remoteConfig({ name: 'blog', directory: import.meta.dirname });

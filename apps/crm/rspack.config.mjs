import { remoteConfig } from '@docfolio/federation/rspack.mjs';

export default remoteConfig({ name: 'crm', directory: import.meta.dirname });

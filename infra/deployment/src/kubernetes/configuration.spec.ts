import { PROCESSES } from '@docfolio/local/processes';
import { environmentOf, secretData, secretKeysOf, secretNameOf } from './environment.js';
import { describeRendered, render } from './kustomize.js';
import { deployments, type Manifest } from './manifests.js';

/** Variables without a default, until the config schemas can be imported. */
const REQUIRED: Record<string, string[]> = {
  web: ['GATEWAY_URL', 'REDIS_URL', 'SITE_URL'],
  gateway: ['PORT', 'REDIS_URL', 'MONGODB_URI', 'JWT_SECRET', 'BYTES_SECRET', 'LEADS_URL', 'MEDIA_URL'],
  leads: ['REDIS_URL', 'MONGODB_URI', 'BYTES_SECRET', 'LINK_SECRET', 'MINIO_ENDPOINT'],
  content: ['REDIS_URL', 'MONGODB_URI'],
  media: ['REDIS_URL', 'MONGODB_URI', 'BYTES_SECRET', 'MINIO_ENDPOINT'],
  notifications: ['REDIS_URL', 'MONGODB_URI', 'SMTP_URL'],
};

describe.each(['dev', 'production'])('configuration in k8s/overlays/%s', (overlay) => {
  describeRendered(overlay, () => {
    let manifests: Manifest[];
    beforeAll(() => {
      manifests = render(`k8s/overlays/${overlay}`);
    });

    it.each(PROCESSES.map(({ name }) => name))('%s has every variable that has no default', (name) => {
      const process = deployments(manifests).find((each) => each.name === name)!;
      const names = [...Object.keys(environmentOf(process, manifests)), ...secretKeysOf(process)];
      expect(names).toEqual(expect.arrayContaining(REQUIRED[name]!));
      expect(Object.keys(secretData(manifests, secretNameOf(process)) ?? {}).length > 0).toBe(overlay === 'dev');
    });
  });
});

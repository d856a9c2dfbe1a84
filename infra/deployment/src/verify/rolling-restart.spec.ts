import { restartGroups } from './rolling-restart.js';

const container = (service: string, number = 1) => ({ service, name: `shop-${service}-${number}` });

describe('the containers that restart at the same time', () => {
  const groups = restartGroups(
    [
      container('content', 1),
      container('content', 2),
      container('gateway', 2),
      container('gateway', 1),
      container('media'),
      container('mongodb'),
      container('caddy'),
    ],
    { ours: ['content', 'gateway', 'media', 'tasks'], scaled: ['content', 'gateway'] },
  ).map((group) => group.map(({ name }) => name));

  it('leave a replica of each scaled service running', () => {
    expect(groups.slice(0, 2)).toEqual([
      ['shop-content-1', 'shop-gateway-1'],
      ['shop-content-2', 'shop-gateway-2', 'shop-media-1'],
    ]);
  });

  it('are never two stores', () => {
    expect(groups.slice(2)).toEqual([['shop-mongodb-1'], ['shop-caddy-1']]);
  });
});

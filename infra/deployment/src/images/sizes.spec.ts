import { sizeProblems } from './sizes.js';

describe('image size limits', () => {
  const size = { target: 'leads', aboveBase: 30e6, maxModulesMegabytes: 80 };

  it('accepts node_modules of exactly the limit', () => {
    expect(sizeProblems([{ ...size, modules: 80e6 }])).toEqual([]);
  });

  it('reports an image whose node_modules exceeds the limit', () => {
    expect(sizeProblems([{ ...size, modules: 80.2e6 }])).toEqual(['leads: node_modules has 80.2 MB, at most 80 MB']);
  });
});

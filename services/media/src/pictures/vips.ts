import sharp from 'sharp';

// One thread, no cache, and one picture at a time (PictureQueue): memory for one picture.
sharp.cache(false);
sharp.concurrency(1);

// Only these loaders may read untrusted files: an SVG disguised as PNG has none.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
});

export { sharp };

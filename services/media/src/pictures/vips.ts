import sharp from 'sharp';

// One thread per picture, one picture at a time (PictureQueue) and no cache keep the memory at that of one picture.
sharp.cache(false);
sharp.concurrency(1);

// Only these five loaders may read untrusted files: an SVG disguised as PNG finds no loader.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
});

export { sharp };

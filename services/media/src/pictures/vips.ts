import sharp from 'sharp';

// One thread a picture, one picture at a time (PictureQueue), and nothing kept of it: what this process grows by is what
// one picture takes.
sharp.cache(false);
sharp.concurrency(1);

// What strangers may have made is read by these five loaders and no other; an SVG in the clothes of a PNG finds none.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}File`),
});

export { sharp };

import { type CSSProperties, useEffect, useRef, useState } from 'react';

/** A picture with a line through it, in a grey that reads on both themes: an image can't see the page's colours. */
const missingImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 672 224"><g transform="translate(316 92)scale(1.667)" fill="none" stroke="#808389" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="m2 2 20 20M10.4 10.4a2 2 0 1 1-2.8-2.8M13.5 13.5 6 21M18 12l3 3M3.6 3.6A2 2 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.6 0 1.1-.2 1.4-.6M21 15V5a2 2 0 0 0-2-2H9"/></g></svg>',
)}`;

/** How wide an article draws an image, as `styles/markdown.css` and the post's page have it: 672 px, or a phone's width. */
const sizes = '(min-width: 45rem) 42rem, 100vw';

export interface MarkdownImageProps {
  src: string;
  alt: string;
  srcSet?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** A miniature as a `data:` URL, shown blurred until the image has come. */
  placeholder?: string | undefined;
  loading?: 'lazy' | undefined;
}

/** An image that keeps its place while it loads; one that doesn't load becomes a placeholder (specification, section 8). */
export function MarkdownImage({ src, alt, srcSet, width, height, placeholder, loading }: MarkdownImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    // It may have come, or failed, before React came to listen.
    const shown = image.current;
    if (!shown?.complete) return;
    if (shown.naturalWidth > 0) {
      setLoaded(src);
      return;
    }
    // A vector image without a size is 0 wide, too: only decoding tells.
    let current = true;
    shown.decode().catch(() => current && setFailed(src));
    return () => {
      current = false;
    };
  }, [src]);
  const missing = failed === src;
  return (
    <img
      ref={image}
      src={missing ? missingImage : src}
      srcSet={missing ? undefined : srcSet}
      sizes={srcSet && !missing ? sizes : undefined}
      alt={missing ? 'Image not found' : alt}
      width={width}
      height={height}
      loading={loading}
      decoding="async"
      onLoad={() => setLoaded(src)}
      onError={() => setFailed(src)}
      className={missing ? 'bg-surface object-contain' : undefined}
      style={placeholder && !missing ? styleOf(placeholder, width, loaded === src) : undefined}
    />
  );
}

/** Of an image that is known: a small one is not blown up, and until it has come its miniature stands in its place. */
function styleOf(placeholder: string, width: number | undefined, isLoaded: boolean): CSSProperties {
  return {
    ...(width !== undefined && { maxWidth: `min(100%, ${width}px)` }),
    ...(!isLoaded && { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' }),
  };
}

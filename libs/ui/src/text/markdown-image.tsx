import { type CSSProperties, useEffect, useRef, useState } from 'react';

/** A crossed-out picture, shown for images that fail to load. Its grey is visible in both themes. */
const missingImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 672 224"><g transform="translate(316 92)scale(1.667)" fill="none" stroke="#808389" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="m2 2 20 20M10.4 10.4a2 2 0 1 1-2.8-2.8M13.5 13.5 6 21M18 12l3 3M3.6 3.6A2 2 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.6 0 1.1-.2 1.4-.6M21 15V5a2 2 0 0 0-2-2H9"/></g></svg>',
)}`;

/** `sizes` of images in an article: 672 px, or a phone's width. Must match `styles/markdown.css` and the post page. */
const sizes = '(min-width: 45rem) 42rem, 100vw';

export interface MarkdownImageProps {
  src: string;
  alt: string;
  srcSet?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** A tiny version as `data:` URL, shown until the image has loaded. */
  placeholder?: string | undefined;
  loading?: 'lazy' | undefined;
}

/** An image, without layout shift if it has a size. An icon replaces it if loading fails (specification, section 8). */
export function MarkdownImage({ src, alt, srcSet, width, height, placeholder, loading }: MarkdownImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    // The image may have loaded or failed before hydration.
    const element = image.current;
    if (!element?.complete) return;
    if (element.naturalWidth > 0) {
      setLoaded(src);
      return;
    }
    // An SVG without a size has width 0, too; `decode` fails only for a broken image.
    let current = true;
    element.decode().catch(() => current && setFailed(src));
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

function styleOf(placeholder: string, width: number | undefined, isLoaded: boolean): CSSProperties {
  return {
    ...(width !== undefined && { maxWidth: `min(100%, ${width}px)` }),
    ...(!isLoaded && { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' }),
  };
}

import { useDelayed } from '@docfolio/ui/display/skeleton';
import { Spinner } from '@docfolio/ui/display/spinner';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorBoundary } from '@docfolio/ui/states/error-boundary';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { type MouseEvent, useDeferredValue, useEffect, useState } from 'react';

type Preview = typeof import('./markdown-preview.js')['MarkdownPreview'];

/** Loads the preview's module, which is larger than the editor. Returns the component once loaded, or `failed`. */
function usePreview() {
  const [state, setState] = useState<{ Preview?: Preview; failed?: boolean }>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    let wanted = true;
    import('./markdown-preview.js').then(
      ({ MarkdownPreview }) => wanted && setState({ Preview: MarkdownPreview }),
      (error: unknown) => {
        console.error('Loading the preview failed', error);
        if (wanted) setState({ failed: true });
      },
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}

/** The preview of a post's text as it will be published. */
export function PreviewPane({ text }: { text: string }) {
  const { Preview, failed, retry } = usePreview();
  const late = useDelayed(!Preview && !failed);
  const shown = useDeferredValue(text);
  if (!shown.trim()) return <EmptyState className="py-24" title="Start writing to see the preview" />;
  if (failed) return <ErrorState className="py-24" title="The preview could not be loaded" onRetry={retry} />;
  if (!Preview) return <div className="grid place-items-center py-24">{late && <Spinner size={20} />}</div>;
  return (
    <ErrorBoundary
      resetKey={shown}
      onError={(error) => console.error('Rendering the preview failed', error)}
      fallback={(_error, again) => (
        <ErrorState className="py-24" title="The preview could not be rendered" onRetry={again} />
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is pressed. */}
      <div onClick={keepHere}>
        <Preview text={shown} />
      </div>
    </ErrorBoundary>
  );
}

/** Opens links of the preview in a new tab and scrolls to fragments, without leaving the editor. */
function keepHere(event: MouseEvent<HTMLElement>) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!href) return;
  event.preventDefault();
  if (href.startsWith('#')) {
    const target = event.currentTarget.querySelector(`[id="${CSS.escape(href.slice(1))}"]`);
    target?.scrollIntoView({ block: 'start' });
  } else window.open(href, '_blank', 'noopener');
}

/** The faint dash of a value that isn't there, with words for screen readers. */
export function EmptyValue({ words = 'Not specified' }: { words?: string }) {
  return (
    <span className="text-faint/62">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

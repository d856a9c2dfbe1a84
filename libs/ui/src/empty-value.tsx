/** A dash for a missing value. @param words read by screen readers */
export function EmptyValue({ words = 'Not specified' }: { words?: string }) {
  return (
    <span className="text-faint/62">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

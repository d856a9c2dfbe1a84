/** A dash in place of a missing value. Screen readers read `words` instead. */
export function EmptyValue({ words = 'Not specified' }: { words?: string }) {
  return (
    <span className="text-faint/62">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

export function Tags({ label, tags }: { label: string; tags: readonly string[] }) {
  return (
    <ul aria-label={label} className="mono flex flex-wrap gap-x-3 gap-y-1 text-faint text-mono">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}

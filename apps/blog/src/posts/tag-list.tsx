export function TagList({ tags, className = '' }: { tags: readonly string[]; className?: string }) {
  return (
    <ul
      aria-label="Tags"
      className={`mono wrap-anywhere flex flex-wrap gap-x-3 gap-y-1 text-faint text-mono ${className}`}
    >
      {[...new Set(tags)].map((tag) => (
        <li key={tag} dir="auto">
          {tag}
        </li>
      ))}
    </ul>
  );
}

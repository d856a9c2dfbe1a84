export function LongText({ text, fallback }: { text: string | null; fallback: string }) {
  if (!text) return <p className="text-ui text-faint">{fallback}</p>;
  return (
    <p dir="auto" className="whitespace-pre-wrap text-ui text-muted [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}

import { Badge, type BadgeTone } from '@docfolio/ui/badge';

/** Specification, section 9: by what the text contains, to the letter. */
export function budgetTone(range: string): BadgeTone {
  if (range.includes('10k+') || range.includes('50k+')) return 'success';
  if (range.includes('5k-') || range.includes('10k')) return 'info';
  return 'warning';
}

/** A budget range in the colour of its size; the words where none was given. */
export function BudgetBadge({ range }: { range: string | null }) {
  if (range === null) return <span className="text-faint">Not specified</span>;
  return (
    <Badge tone={budgetTone(range)} mark="none">
      {range}
    </Badge>
  );
}

import { Badge, type BadgeTone } from '@docfolio/ui/display/badge';

/** Returns the tone for amounts that the text contains, such as '10k+' (specification, section 9). */
export function budgetTone(range: string): BadgeTone {
  if (range.includes('10k+') || range.includes('50k+')) return 'success';
  if (range.includes('5k-') || range.includes('10k')) return 'info';
  return 'warning';
}

export function BudgetBadge({ range }: { range: string | null }) {
  if (range === null) return <span className="text-faint">Not specified</span>;
  return (
    <Badge tone={budgetTone(range)} mark="none">
      {range}
    </Badge>
  );
}

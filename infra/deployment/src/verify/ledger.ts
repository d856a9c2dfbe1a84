/** The writes acknowledged until a time: keys of records, and the number of the last edit of each, from 0; -1 for none. */
export interface Mark {
  creations: string[];
  edits: Map<string, number>;
}

/** Compares what the platform acknowledged with what it stored. */
export class Ledger {
  private readonly creations = new Map<string, { acknowledged: boolean }>();
  private readonly edits = new Map<string, { value: string; acknowledged: boolean }[]>();

  /** Records that a record with this unique key is being sent. Without a response, it may be stored or not. */
  sendCreation(key: string): void {
    this.creations.set(key, { acknowledged: false });
  }

  /** Records a response of 201 or 202: the record must be stored exactly once. */
  acknowledgeCreation(key: string): void {
    const entry = this.creations.get(key);
    if (!entry) throw new Error(`${key} was acknowledged and never sent`);
    entry.acknowledged = true;
  }

  /** Records that a record's field is being set. Edits of one record must be sequential. */
  sendEdit(key: string, value: string): void {
    const edits = this.edits.get(key) ?? [];
    edits.push({ value, acknowledged: false });
    this.edits.set(key, edits);
  }

  acknowledgeEdit(key: string, value: string): void {
    const edit = this.edits.get(key)?.findLast((sent) => sent.value === value);
    if (!edit) throw new Error(`An edit of ${key} was acknowledged and never sent`);
    edit.acknowledged = true;
  }

  get acknowledgedCreations(): string[] {
    return [...this.creations].filter(([, { acknowledged }]) => acknowledged).map(([key]) => key);
  }

  get acknowledgedEdits(): number {
    return [...this.edits.values()].flat().filter(({ acknowledged }) => acknowledged).length;
  }

  /** Returns what is acknowledged now. */
  mark(): Mark {
    const edits = [...this.edits].map(
      ([key, sent]) => [key, sent.findLastIndex(({ acknowledged }) => acknowledged)] as const,
    );
    return { creations: this.acknowledgedCreations, edits: new Map(edits) };
  }

  /**
   * Returns the differences.
   * @param stored every stored record, including duplicates @param mark what must be there: all that was acknowledged
   */
  compare(stored: { key: string; value: string | null }[], mark: Mark = this.mark()): Comparison {
    const counts = new Map<string, number>();
    const values = new Map<string, string | null>();
    for (const { key, value } of stored) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      values.set(key, value);
    }
    const lostEdits = [...mark.edits].flatMap(([key, last]) => {
      const edits = this.edits.get(key) ?? [];
      if (last < 0) return [];
      // A later edit may be stored as well.
      const possible = edits.slice(last).map(({ value }) => value);
      const value = values.get(key);
      return typeof value === 'string' && possible.includes(value) ? [] : [`${key}: ${edits[last]!.value}`];
    });
    return {
      lost: mark.creations.filter((key) => !counts.has(key)),
      twice: [...this.creations.keys()].filter((key) => (counts.get(key) ?? 0) > 1),
      lostEdits,
    };
  }
}

export interface Comparison {
  lost: string[];
  twice: string[];
  lostEdits: string[];
}

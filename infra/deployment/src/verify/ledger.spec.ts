import { Ledger } from './ledger.js';

const stored = (...keys: string[]) => keys.map((key) => ({ key, value: null }));

describe('the ledger of a load', () => {
  it('reports nothing when every acknowledged record is stored once', () => {
    const ledger = new Ledger();
    ledger.sendCreation('a');
    ledger.acknowledgeCreation('a');
    expect(ledger.compare(stored('a', 'another key'))).toEqual({ lost: [], twice: [], lostEdits: [] });
  });

  it('reports an acknowledged record that is not stored as lost', () => {
    const ledger = new Ledger();
    ledger.sendCreation('a');
    ledger.acknowledgeCreation('a');
    expect(ledger.compare(stored('b')).lost).toEqual(['a']);
  });

  it('accepts a record without a response both stored and not stored', () => {
    const ledger = new Ledger();
    ledger.sendCreation('a');
    expect(ledger.compare([])).toEqual({ lost: [], twice: [], lostEdits: [] });
    expect(ledger.compare(stored('a'))).toEqual({ lost: [], twice: [], lostEdits: [] });
  });

  it('reports a record that is stored twice, also one without a response', () => {
    const ledger = new Ledger();
    ledger.sendCreation('a');
    ledger.sendCreation('b');
    ledger.acknowledgeCreation('a');
    expect(ledger.compare(stored('a', 'a', 'b', 'b')).twice).toEqual(['a', 'b']);
  });

  it('reports an acknowledged edit whose record has an older value', () => {
    const ledger = new Ledger();
    for (const value of ['first', 'second']) {
      ledger.sendEdit('a', value);
      ledger.acknowledgeEdit('a', value);
    }
    expect(ledger.compare([{ key: 'a', value: 'first' }]).lostEdits).toEqual(['a: second']);
    expect(ledger.compare([{ key: 'a', value: 'second' }]).lostEdits).toEqual([]);
  });

  it('accepts the value of a later edit without a response', () => {
    const ledger = new Ledger();
    ledger.sendEdit('a', 'first');
    ledger.acknowledgeEdit('a', 'first');
    ledger.sendEdit('a', 'second');
    expect(ledger.compare([{ key: 'a', value: 'second' }]).lostEdits).toEqual([]);
    expect(ledger.compare([{ key: 'a', value: 'third' }]).lostEdits).toEqual(['a: first']);
  });

  it('refuses an acknowledgement of something that was never sent', () => {
    const ledger = new Ledger();
    expect(() => ledger.acknowledgeCreation('a')).toThrow('a was acknowledged');
    expect(() => ledger.acknowledgeEdit('a', 'b')).toThrow('never sent');
  });
});

export function seconds(milliseconds: number): string;
export function howFar(state: { done: number; all: number; things: string; share: number; elapsed: number }): string;
export class Progress {
  constructor(stream: NodeJS.WriteStream, options?: { quiet?: boolean });
  step(name: string, work: (say: (doing: string) => void) => Promise<string>, check?: () => void): Promise<void>;
}

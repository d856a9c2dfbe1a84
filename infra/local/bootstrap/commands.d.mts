export declare const commands: readonly string[];

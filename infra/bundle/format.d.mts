export function bundled(code: string): string;
export function lineTable(map: { sources: string[]; mappings: string }): Buffer;

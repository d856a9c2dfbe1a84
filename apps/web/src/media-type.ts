const token = "[!#$%&'*+.^\\w`|~-]+";
const parameter = `${token}=(?:${token}|"(?:[^"\\\\]|\\\\.)*")`;
/** A well-formed `Content-Type` (RFC 9110, section 8.3.1). */
const mediaType = new RegExp(`^${token}/${token}(?:[ \\t]*;(?:[ \\t]*${parameter})?)*[ \\t]*$`);

export function isMediaType(header: string): boolean {
  return mediaType.test(header);
}

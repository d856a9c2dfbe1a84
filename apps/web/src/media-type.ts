const token = "[!#$%&'*+.^\\w`|~-]+";
const parameter = `${token}=(?:${token}|"(?:[^"\\\\]|\\\\.)*")`;
/** A `Content-Type` as RFC 9110, 8.3.1 defines it. */
const mediaType = new RegExp(`^${token}/${token}(?:[ \\t]*;(?:[ \\t]*${parameter})?)*[ \\t]*$`);

/** Whether a Content-Type header is well-formed. */
export function isMediaType(header: string): boolean {
  return mediaType.test(header);
}

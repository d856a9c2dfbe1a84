/** Characters that are searched: patterns must stay fast on a message of any length. */
const longestSearched = 2_000;
const longestResult = 500;

/** Letters count as 10 to 35 (ISO 13616); a valid number leaves 1. */
function isIban(text: string): boolean {
  const compact = text.replace(/[ -]/g, '').toUpperCase();
  if (compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const char of compact.slice(4) + compact.slice(0, 4))
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** In this order: a URL with a password contains an `@`, as an address does. */
const replacements: readonly [RegExp, string | ((match: string) => string)][] = [
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s"'<>]*@/gi, '$1***@'],
  [/(?<![^\s@<>"'])[^\s@<>"']*[^\s@<>"'*]@[^\s@<>"']+/g, '<address>'],
  [/\beyJ[\w-]{4,}\.[\w-]{4,}(\.[\w-]*)?/g, '<token>'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 <token>'],
  [/((?<![\w-])[\w-]*(?:token|secret|passw|pwd|api_?key|signature|credential)[\w-]*=)[^\s&"',;]+/gi, '$1<token>'],
  [/("[\w-]*?(?:token|secret|passw|pwd|api_?key|authorization)[\w-]*"\s*:\s*)"[^"]*"/gi, '$1"<token>"'],
  // Random text in base64url: lower and upper case letters and digits, longer than any id.
  [/\b(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}/g, '<token>'],
  [/\b[a-z]{2}\d{2}(?:[ -]?[a-z\d]){11,30}\b/gi, (match) => (isIban(match) ? '<account>' : match)],
  [/\b[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,4})?\b/g, '<account>'],
  [/\b\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}\b/g, '<number>'],
  [/\+\d(?:[ ()./-]{0,2}\d){6,14}/g, '<phone>'],
  // National numbers: 030 1234567, 0171/1234567, 01711234567, (555) 123-4567.
  [/\(0?\d{1,5}\) ?\d(?:[ ./-]?\d){4,10}/g, '<phone>'],
  [/(?<![\d.:-])0\d{1,5}[ /-]\d(?:[ /-]?\d){4,11}\b/g, '<phone>'],
  [/(?<![\d.:-])0\d{8,14}\b/g, '<phone>'],
  [/(?<![\d.:-])\d{3}([ .-])\d{3}\1\d{4}\b/g, '<phone>'],
];

/**
 * Removes personal data and secrets from the text of an error: email addresses, phone, account and card numbers,
 * tokens, credentials in URLs, and the values that duplicate-key and cast errors quote. Cuts it to 500 characters. Used by
 * logs and by what the System page shows.
 */
export function withoutValues(message: string): string {
  const searched = message
    .slice(0, longestSearched)
    .replace(/dup key: .*$/s, 'dup key')
    .replace(/ for value .*$/s, '');
  const masked = replacements.reduce(
    (text, [pattern, by]) => (typeof by === 'string' ? text.replace(pattern, by) : text.replace(pattern, by)),
    searched,
  );
  return masked.slice(0, longestResult);
}

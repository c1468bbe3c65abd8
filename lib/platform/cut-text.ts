/** A text of at most `length` UTF-16 units; where it was longer it ends in "…", and never in half a character. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

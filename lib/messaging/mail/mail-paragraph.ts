/** A paragraph of an email: plain text, and the URLs that are shown as links. */
export type MailParagraph = readonly (string | { url: string })[]

/** Punctuation at the end belongs to the sentence. */
const URLS = /(https?:\/\/\S*[^\s.,;:!?)])/

/** A URL with a placeholder after its origin at the earliest. */
const FIXED_ORIGIN = /^https?:\/\/[^{}/?#\\]+(?:[/?#]|$)/

/**
 * Fills in a paragraph. Only the URLs of the text itself become links. Those in values stay text:
 * the name of an account or API key could otherwise put a link into a genuine email.
 */
export function fillParagraph(
  text: string,
  fill: (text: string) => string = (text) => text,
): MailParagraph {
  return text
    .split(URLS)
    .flatMap((piece, index) => (index % 2 === 1 ? fillUrl(piece, fill) : fill(piece)))
}

/** The text of a paragraph, with its URLs. */
export function paragraphText(paragraph: MailParagraph): string {
  return paragraph.map((piece) => (typeof piece === 'string' ? piece : piece.url)).join('')
}

// A value inside a URL may contain a space. The link ends there.
function fillUrl(url: string, fill: (text: string) => string): MailParagraph {
  const filled = fill(url)
  if (!FIXED_ORIGIN.test(url)) return [filled]
  const end = /^\S*/.exec(filled)![0].length
  return [{ url: filled.slice(0, end) }, filled.slice(end)]
}

/** A paragraph of an email: plain text, and the URLs that are shown as links. */
export type MailParagraph = readonly (string | MailUrl)[]

interface MailUrl {
  url: string
  /** One of `{link}` and `{forgot_url}`, not written by an administrator. */
  isFilledIn?: boolean
}

/** At the end of a URL, it belongs to the sentence. A class of a regular expression. */
export const PUNCTUATION = '[.,;:!?)]'

const URLS = new RegExp(`(https?://\\S*(?!${PUNCTUATION})\\S)`)

const STARTS_WITH_PUNCTUATION = new RegExp(`^${PUNCTUATION}`)

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
    .filter((piece) => piece !== '')
}

/**
 * The text of a paragraph. A URL that we fill in before punctuation is in angle brackets (RFC 3986,
 * appendix C), because some mail programs would open it with the punctuation.
 */
export function paragraphText(paragraph: MailParagraph): string {
  return paragraph
    .map((piece, index) => {
      if (typeof piece === 'string') return piece
      const next = paragraph[index + 1]
      const isPunctuated = typeof next === 'string' && STARTS_WITH_PUNCTUATION.test(next)
      return piece.isFilledIn && isPunctuated ? `<${piece.url}>` : piece.url
    })
    .join('')
}

// A value inside a URL may contain a space. The link ends there.
function fillUrl(url: string, fill: (text: string) => string): MailParagraph {
  const filled = fill(url)
  if (!FIXED_ORIGIN.test(url)) return [filled]
  const end = /^\S*/.exec(filled)![0].length
  return [{ url: filled.slice(0, end) }, filled.slice(end)]
}

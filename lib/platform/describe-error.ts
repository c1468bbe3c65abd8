// Anything as long and as dense as a token is treated as one: an error text must not put a live
// link into the table or the log.
const TOKEN_LIKE = /[A-Za-z0-9_-]{43,}/g

/**
 * The error in one line for a table or the log: at most 500 characters, no control
 * characters, no tokens.
 */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return mask(text)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

/** The stack for the log, without tokens, at most 2000 characters. */
export function describeStack(error: unknown): string | undefined {
  return error instanceof Error && error.stack ? mask(error.stack).slice(0, 2000) : undefined
}

function mask(text: string): string {
  return text.replace(TOKEN_LIKE, '[masked]')
}

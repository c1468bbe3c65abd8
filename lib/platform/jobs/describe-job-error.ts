// What is as long and as dense as a token is taken for one: an error text must not carry a live link into table or log.
const TOKEN_LIKE = /[A-Za-z0-9_-]{43,}/g

/** What went wrong, in one line for the jobs table and the log: at most 500 characters, no control characters, no tokens. */
export function describeJobError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return mask(text)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

/** Where it went wrong, for the log: the stack without tokens, at most 2000 characters. */
export function describeJobStack(error: unknown): string | undefined {
  return error instanceof Error && error.stack ? mask(error.stack).slice(0, 2000) : undefined
}

function mask(text: string): string {
  return text.replace(TOKEN_LIKE, '[masked]')
}

// Anything as long and as dense as a token is treated as one: an error text must not put a live
// link into the table or the log.
const TOKEN_LIKE = /[A-Za-z0-9_-]{43,}/g

/**
 * The error in one line for a table or the log: at most 500 characters, no control
 * characters, no tokens.
 */
export function describeError(error: unknown): string {
  return oneLine(error instanceof Error ? `${error.name}: ${messageOf(error)}` : String(error))
}

/** Its message in one line, without its name: what an operator reads. */
export function reasonOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return oneLine(messageOf(error)) || (typeof code === 'string' ? code : String(error))
}

/** Prisma puts the call before the message, which says nothing to an operator. */
const PRISMA_CALL = /^\s*Invalid `prisma[^`]*` invocation:\s*/
/** For raw queries, Prisma wraps the database's message as well. */
const PRISMA_RAW = /^Raw query failed\. [^]*Message: `([^]*)`$/

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  if (typeof message !== 'string') return ''
  const ofPrisma = message.replace(PRISMA_CALL, '')
  return PRISMA_RAW.exec(ofPrisma)?.[1] ?? ofPrisma
}

function oneLine(text: string): string {
  return mask(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 500)
}

/** The stack for the log, without tokens, at most 2000 characters. */
export function describeStack(error: unknown): string | undefined {
  return error instanceof Error && error.stack ? mask(error.stack).slice(0, 2000) : undefined
}

function mask(text: string): string {
  return text.replace(TOKEN_LIKE, '[masked]')
}

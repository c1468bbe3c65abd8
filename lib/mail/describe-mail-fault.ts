import { settings } from '@/lib/config/settings'
import { cutText } from '@/lib/platform/cut-text'

const MAX_LENGTH = 500

/** What a mail server said, or why it could not be asked: in one line of at most 500 characters, without our credentials. */
export function describeMailFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const said = credentials().reduce((text, secret) => text.replaceAll(secret, '[masked]'), message)
  const line = said.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return cutText(line || 'unknown', MAX_LENGTH)
}

function credentials(): string[] {
  const { smtpUrl, resendApiKey } = settings().mail
  const { password = '' } = smtpUrl && URL.canParse(smtpUrl) ? new URL(smtpUrl) : {}
  return [smtpUrl, resendApiKey, password, decoded(password)].flatMap((secret) =>
    // A shorter one would mask half of every sentence.
    secret && secret.length >= 4 ? [secret] : [],
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

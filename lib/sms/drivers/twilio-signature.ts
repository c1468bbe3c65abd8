import { createHmac } from 'node:crypto'
import { equalBytes } from '@/lib/platform/crypto'

/**
 * The signature with which Twilio proves a request to be its own: HMAC-SHA-1 under the account's auth token, over the full public URL
 * followed by the form fields, sorted by name, each name directly followed by its value.
 */
export function twilioSignature(
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string {
  const sorted = Object.keys(fields).sort()
  const signed = url + sorted.map((name) => name + fields[name]!).join('')
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

/** Whether a signature is that of a request. Takes the same time wherever they differ. */
export function isSignedByTwilio(
  given: string | null,
  by: { authToken: string; url: string; fields: Readonly<Record<string, string>> },
): boolean {
  if (given === null || given.length > 64) return false
  return equalBytes(Buffer.from(given), Buffer.from(twilioSignature(by.authToken, by.url, by.fields)))
}

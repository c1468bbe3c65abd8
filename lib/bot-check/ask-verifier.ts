import { z } from 'zod'

const TIMEOUT_MS = 3000
const MAX_BYTES = 32_768

/** Faults of ours or of the provider's, which no visitor can mend by trying again. */
const NOT_THE_VISITORS_FAULT = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
])

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  'error-codes': z.array(z.string()).nullish(),
})

/** What the provider says of a token; `unavailable` when it says nothing that can be used. */
export type VerifierVerdict =
  | { kind: 'passed'; hostname: string | null; action: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'unavailable'; reason: string }

/**
 * One question to the provider's verification address, as Turnstile and hCaptcha both take it. At most 3 s and 32 kB; a redirect is
 * not followed, it would carry the secret elsewhere. Never throws; reasons hold neither the token nor the secret.
 */
export async function askVerifier(
  provider: { verifyUrl: string; secretKey: string },
  visitor: { token: string; ip: string | null },
  deadline = AbortSignal.timeout(TIMEOUT_MS),
): Promise<VerifierVerdict> {
  const body = new URLSearchParams({ secret: provider.secretKey, response: visitor.token })
  if (visitor.ip) body.set('remoteip', visitor.ip)
  try {
    const response = await fetch(provider.verifyUrl, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: deadline,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { kind: 'unavailable', reason: `status ${response.status}` }
    }
    return judge(await readCapped(response))
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? reasonOf(error) : 'unreachable' }
  }
}

function judge(text: string | null): VerifierVerdict {
  if (text === null) return { kind: 'unavailable', reason: 'answer too long' }
  const parsed = answerSchema.safeParse(parseJson(text))
  if (!parsed.success) return { kind: 'unavailable', reason: 'answer unreadable' }
  const { success, hostname, action, 'error-codes': codes } = parsed.data
  if (success) return { kind: 'passed', hostname: hostname ?? null, action: action ?? null }
  const known = (codes ?? []).filter((code) => /^[a-z-]{1,40}$/.test(code)).slice(0, 5)
  const kind = known.some((code) => NOT_THE_VISITORS_FAULT.has(code)) ? 'unavailable' : 'failed'
  return { kind, reason: known.join(', ') || 'no reason given' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body as text; null when it is longer than the cap, of which no more than the cap is read. */
async function readCapped(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) return null
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

function reasonOf(error: Error): string {
  const cause = (error.cause as { code?: unknown } | undefined)?.code
  return typeof cause === 'string' ? cause : error.name
}

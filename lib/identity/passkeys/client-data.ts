import { z } from 'zod'
import { isSecretToken } from '@/lib/platform/crypto'

/** What the browser signed beside the authenticator's data (WebAuthn §5.8.1). */
export interface ClientData {
  type: string
  challenge: string
  origin: string
  crossOrigin: boolean
}

const schema = z.object({
  type: z.string().max(40),
  challenge: z.string().refine(isSecretToken),
  origin: z.string().max(2048),
  crossOrigin: z.boolean().optional(),
})

/**
 * Reads `clientDataJSON`; null if it is malformed or cannot be an answer to one of our challenges.
 */
export function readClientData(base64url: string): ClientData | null {
  try {
    const parsed = schema.safeParse(
      JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8')),
    )
    if (!parsed.success) return null
    return { ...parsed.data, crossOrigin: parsed.data.crossOrigin ?? false }
  } catch {
    return null
  }
}

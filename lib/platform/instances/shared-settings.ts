import { settings } from '@/lib/config/settings'
import { derivedKey } from '@/lib/platform/crypto'

/**
 * The settings that must be equal in all instances: for each, the value in use, then others that
 * this instance accepts. A secret is identified without revealing anything about it.
 */
export function sharedSettings(): Record<string, string[]> {
  const { tokens, mfa, redisUrl } = settings()
  const signing = tokens.signingKeys?.map(({ kid }) => kid) ?? []
  return {
    AUTH_JWT_SECRET: [tokens.secret, ...tokens.previousSecrets].map(idOf),
    AUTH_MFA_ENCRYPTION_KEY: [mfa.encryptionKey, ...mfa.previousEncryptionKeys].map(idOf),
    AUTH_JWT_SIGNING_KEYS: signing.length > 0 ? signing : ['none'],
    AUTH_JWT_ISSUER: [tokens.issuer],
    // Not its address, which may differ. Without a common bus, revocations arrive late.
    REDIS_URL: [redisUrl ? 'set' : 'not set'],
  }
}

const idOf = (secret: string) => derivedKey(secret, 'instance key id').toString('hex').slice(0, 8)

import { generateSync, ScureBase32Plugin } from 'otplib'
import { settings } from '@/lib/config/settings'
import { equalBytes } from '@/lib/platform/crypto'

const TOTP_PERIOD_SECONDS = 30
const TOTP_DIGITS = 6
/** Phone clocks drift: one step early or late is accepted (RFC 6238 §5.2). */
const DRIFT_STEPS = 1

/** The code of a time step (RFC 6238, HMAC-SHA-1, 6 digits). */
export function totpCode(secret: Uint8Array, step: number): string {
  return generateSync({
    secret,
    algorithm: 'sha1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
    epoch: step * TOTP_PERIOD_SECONDS,
  })
}

/** The time step that contains an instant (RFC 6238 §4.2, T0 = 0). */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / TOTP_PERIOD_SECONDS)
}

/**
 * Finds the time step that `code` belongs to, from one before `now` to one after. `step` is later
 * than `lastStep` and may be accepted. `used` means that the code is genuine but its step is not
 * later than `lastStep`. Neither: the code is incorrect.
 */
export function verifyTotp(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): { step: number } | 'used' | 'wrong' {
  const present = totpStep(now)
  const given = Buffer.from(code)
  let used = false
  for (let step = present + DRIFT_STEPS; step >= present - DRIFT_STEPS; step--) {
    if (!equalBytes(Buffer.from(totpCode(secret, step)), given)) continue
    if (step > lastStep) return { step }
    used = true
  }
  return used ? 'used' : 'wrong'
}

/**
 * A secret in the forms that authenticator apps accept: Base32 text, the key URI, and that URI as a
 * QR code (SVG).
 */
export interface ShownSecret {
  secret: string
  otpauthUrl: string
  qrSvg: string
}

/**
 * Presents the secret of an enrollment. The key URI includes algorithm, digits and period even
 * where they are the defaults of authenticators; the account is the email address.
 */
export async function showSecret(bytes: Uint8Array, email: string): Promise<ShownSecret> {
  const secret = new ScureBase32Plugin().encode(bytes)
  const issuer = encodeURIComponent(issuerName())
  const query = `secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_PERIOD_SECONDS}`
  const otpauthUrl = `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query}`
  const { default: QRCode } = await import('qrcode')
  const qrSvg = await QRCode.toString(otpauthUrl, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 4,
  })
  return { secret, otpauthUrl, qrSvg }
}

/**
 * The label in the authenticator app. The key URI format doesn't allow colons in it, because a
 * colon separates it from the account.
 */
function issuerName(): string {
  return settings().brand.productName.replaceAll(':', ' ')
}

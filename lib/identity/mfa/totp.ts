import { generateSync, ScureBase32Plugin } from 'otplib'
import QRCode from 'qrcode'
import { settings } from '@/lib/config/settings'
import { equalBytes } from '@/lib/platform/crypto'

const TOTP_PERIOD_SECONDS = 30
const TOTP_DIGITS = 6
/** Clocks of telephones: one step early or late is accepted (RFC 6238 §5.2). */
const DRIFT_STEPS = 1

/** The code of one time step (RFC 6238, HMAC-SHA-1, 6 digits). */
export function totpCode(secret: Uint8Array, step: number): string {
  return generateSync({
    secret,
    algorithm: 'sha1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
    epoch: step * TOTP_PERIOD_SECONDS,
  })
}

/** The time step that an instant lies in (RFC 6238 §4.2, T0 = 0). */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / TOTP_PERIOD_SECONDS)
}

/**
 * Looks for the time step, from one before `now` to one after, of which `code` is the code. `step`
 * is one later than `lastStep` and may be accepted; `used` says that the code is genuine but of a
 * step that is behind; neither: it is wrong.
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

/** A secret as an authenticator takes it: base32 text, the key URI, and that as a QR code (SVG). */
export interface ShownSecret {
  secret: string
  otpauthUrl: string
  qrSvg: string
}

/**
 * Shows the secret of an enrolment. The key URI names algorithm, digits and period also where they
 * are what authenticators assume; the account is the e-mail address.
 */
export async function showSecret(bytes: Uint8Array, email: string): Promise<ShownSecret> {
  const secret = new ScureBase32Plugin().encode(bytes)
  const issuer = encodeURIComponent(issuerName())
  const query = `secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_PERIOD_SECONDS}`
  const otpauthUrl = `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query}`
  const qrSvg = await QRCode.toString(otpauthUrl, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 4,
  })
  return { secret, otpauthUrl, qrSvg }
}

/**
 * The label in the authenticator app. The key URI format has no colons in it, because one separates
 * it from the account.
 */
function issuerName(): string {
  return settings().brand.productName.replaceAll(':', ' ')
}

import { ScureBase32Plugin } from 'otplib'
import QRCode from 'qrcode'
import { settings } from '@/lib/config/settings'
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '@/lib/mfa/match-totp'

/** A secret as an authenticator takes it: base32 text, the key URI, and that as a QR code (SVG). */
export interface ShownSecret {
  secret: string
  otpauthUrl: string
  qrSvg: string
}

/**
 * Shows the secret of an enrolment. The key URI names algorithm, digits and period also where they are what authenticators assume;
 * the account is the e-mail address.
 */
export async function showSecret(bytes: Uint8Array, email: string): Promise<ShownSecret> {
  const secret = new ScureBase32Plugin().encode(bytes)
  const issuer = encodeURIComponent(issuerName())
  const query = `secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_PERIOD_SECONDS}`
  const otpauthUrl = `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query}`
  const qrSvg = await QRCode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return { secret, otpauthUrl, qrSvg }
}

/** The label in the authenticator app. The key URI format has no colons in it, because one separates it from the account. */
function issuerName(): string {
  return settings().brand.productName.replaceAll(':', ' ')
}

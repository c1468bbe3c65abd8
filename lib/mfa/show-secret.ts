import { ScureBase32Plugin } from 'otplib'
import QRCode from 'qrcode'
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '@/lib/mfa/match-totp'

const ISSUER = 'Gatehouse'

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
  const query = `secret=${secret}&issuer=${ISSUER}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_PERIOD_SECONDS}`
  const otpauthUrl = `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query}`
  const qrSvg = await QRCode.toString(otpauthUrl, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return { secret, otpauthUrl, qrSvg }
}

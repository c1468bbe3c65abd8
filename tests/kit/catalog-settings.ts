import { generateKeyPairSync } from 'node:crypto'
import { neededBy, settingName } from '@/lib/config/provider-names'
import { entryOf } from '@/lib/config/providers/catalog'

const VALUES: Record<string, string> = {
  ISSUER: 'https://id.example.com/realm',
  USERINFO_URL: 'https://id.example.com/me?script=1',
}

/** A key in the format Apple issues: P-256, PKCS #8, PEM. */
export const signingKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

/** The settings that enable a provider of the catalog. */
export function catalogSettings(
  id: string,
  privateKey = signingKey().privateKey,
): Record<string, string> {
  return Object.fromEntries(
    neededBy(entryOf(id)).map((suffix) => [
      `OAUTH_${settingName(id)}_${suffix}`,
      suffix === 'PRIVATE_KEY' ? privateKey : (VALUES[suffix] ?? `the-${suffix.toLowerCase()}`),
    ]),
  )
}

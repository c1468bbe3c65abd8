import { hkdfSync } from 'node:crypto'
import { settings } from '@/lib/config/settings'
import { openSealed, seal, type Sealing } from '@/lib/platform/seal'

/** Keys of their own, so that whoever learns one of them opens nobody's second factor. */
const PURPOSE = 'gatehouse settings v1'

/** Seals a setting for the database; it opens under the name of its variable only. */
export function sealSetting(variable: string, value: string): Buffer<ArrayBuffer> {
  return seal(Buffer.from(value), sealing(variable))
}

/** Opens a sealed setting. Throws when it was changed or moved, or its key is not configured. */
export function openSetting(variable: string, sealed: Uint8Array): { value: string; outdated: boolean } {
  const { plain, outdated } = openSealed(sealed, sealing(variable))
  return { value: plain.toString(), outdated }
}

function sealing(variable: string): Sealing {
  const { encryptionKey, previousEncryptionKeys } = settings().mfa
  const keys = [encryptionKey, ...previousEncryptionKeys].map(
    (text) => new Uint8Array(hkdfSync('sha256', Buffer.from(text, 'base64'), '', PURPOSE, 32)),
  )
  return { keys, boundTo: variable }
}

import { equalBytes, sha256 } from '@/lib/platform/crypto'
import type { Verification } from '@/lib/registration/verification.store'

/** Who follows a verification link: a client of the API, or a browser with the secret of its registration cookie, if it has one. */
export type LinkOpener = 'api' | { browser: string | null }

/**
 * Whether a link confirms only together with a password. Without one it would activate the password of a registration, so it must be
 * clear whose that is: the only registration ever made of the address, of an account that holds nothing beyond `user`. A browser must
 * also be the one that registered: somebody who never did could otherwise activate a stranger's password with one click. A new
 * address of an account that has its owner needs none.
 */
export function needsPassword({ proven, plain, attempt }: Verification, opener: LinkOpener): boolean {
  if (proven) return false
  if (!attempt?.sole || !plain) return true
  return opener !== 'api' && !registeredIn(opener.browser, attempt.browserHash)
}

function registeredIn(browser: string | null, browserHash: Uint8Array | null): boolean {
  return browser !== null && browserHash !== null && equalBytes(sha256(browser), browserHash)
}

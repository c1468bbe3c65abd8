import { registrationWaitSeconds } from '@/lib/accounts/registration.store'
import { SIGN_IN_CODE_SECONDS } from '@/lib/accounts/sign-in-code.store'
import { CONFIRMATION_SECONDS } from '@/lib/accounts/unproven-sign-in.store'
import { defineCookie } from '@/lib/http/define-cookie'
import { PASSKEY_CHALLENGE_SECONDS } from '@/lib/identity/passkeys/passkey-challenge.store'
import { isSecretToken } from '@/lib/platform/crypto'

/** The MFA token of a browser that passed the first step; valid only for the second. */
export const mfaCookie = defineCookie({ name: 'mfa', maxAgeSeconds: 'given' })

/**
 * Identifies a browser during authorization flows: one random secret, shared by parallel flows,
 * useless without the state of one of them or an emailed link. It outlives a flow because the link
 * of an earlier one may still arrive.
 */
export const oauthCookie = defineCookie({
  name: 'oauth',
  maxAgeSeconds: CONFIRMATION_SECONDS,
  accepts: isSecretToken,
})

/**
 * Binds the challenges of a passkey sign-in to a browser: one random secret, shared by parallel
 * tabs.
 */
export const passkeyCookie = defineCookie({
  name: 'passkey',
  maxAgeSeconds: PASSKEY_CHALLENGE_SECONDS,
  accepts: isSecretToken,
})

/** Binds an emailed code to the browser that asked for it: a new secret for each request. */
export const emailCodeCookie = defineCookie({
  name: 'email-code',
  maxAgeSeconds: SIGN_IN_CODE_SECONDS,
  accepts: isSecretToken,
})

/**
 * Lets the page of a verification link recognize the browser that registered: one random secret for
 * all registrations in that browser, useless without the link.
 */
export const registrationCookie = defineCookie({
  name: 'registration',
  maxAgeSeconds: registrationWaitSeconds,
  accepts: isSecretToken,
})

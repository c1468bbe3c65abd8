import { findEnabledProvider, providerLabel } from '@/lib/external/enabled-providers'
import {
  findLinkDestination,
  issueSignInToken,
  withdrawSignInToken,
} from '@/lib/external/unproven-sign-in.store'
import { composeCurrentMail } from '@/lib/mail/compose-current-mail'
import type { MailRequest } from '@/lib/mail/mail-request.schemas'
import { sendWithinBudget } from '@/lib/mail/send-within-budget'
import { db } from '@/lib/platform/db/database'

export type SignInLinkRequest = Extract<MailRequest, { mail: 'confirm_sign_in' }>

/**
 * Sends the link that ends a sign-in with a provider, to the address that the provider has not verified. Whose account that is, if
 * anybody's, is not looked at. The name is the provider's word too, and left out: the reader may be a stranger.
 */
export async function sendSignInLink({ mail, signInId: id }: SignInLinkRequest, now: Date): Promise<void> {
  const to = await findLinkDestination(db(), { id, now })
  if (!to || !findEnabledProvider(to.provider)) return
  const { email, locale } = to
  const occasion = { mail, at: now, provider: providerLabel(to.provider) }
  await sendWithinBudget(
    { email, mail, now },
    {
      issueToken: () => issueSignInToken(db(), { id, now }),
      killToken: (token) => withdrawSignInToken(db(), token),
      compose: (token) => composeCurrentMail({ ...occasion, token }, { email, name: null, locale }),
    },
  )
}

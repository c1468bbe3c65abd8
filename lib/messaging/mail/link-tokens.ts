import {
  findRequestedAddress,
  issueEmailChangeToken,
  withdrawEmailChangeToken,
} from '@/lib/accounts/email-change.store'
import {
  discardEmailToken,
  type EmailTokenKind,
  issueEmailToken,
  lifetimeOf,
} from '@/lib/accounts/email-token.store'
import { listWaitingAttempts, type WaitingAttempt } from '@/lib/accounts/registration.store'
import { isServiceAddress } from '@/lib/accounts/service-address'
import {
  findCodeRecipient,
  issueSignInCode,
  SIGN_IN_CODE_SECONDS,
  withdrawSignInCode,
} from '@/lib/accounts/sign-in-code.store'
import {
  CONFIRMATION_SECONDS,
  findLinkDestination,
  issueSignInToken,
  withdrawSignInToken,
} from '@/lib/accounts/unproven-sign-in.store'
import { findEnabledProvider, providerLabel } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import type { LinkToken } from '@/lib/messaging/mail/define-mail'
import type { AccountMailRequest, MailRequest, RequestWith } from '@/lib/messaging/mail/mails'
import {
  findDueAccount,
  type MailPlan,
  planForAccount,
  type PlannedToken,
} from '@/lib/messaging/mail/plan-mail'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { db } from '@/lib/platform/db/database'

/** How emails whose link has a token of one kind are sent. */
interface LinkTokenRules<Request> {
  /** How long the token is valid. */
  lifetimeSeconds: () => number
  /**
   * Whether the link works only in the browser that began to sign in, whose cookie is set for the
   * address of the pages.
   */
  sameBrowser?: boolean
  /** Finds out to whom the email is due, or null if to no one anymore. */
  plan(request: Request, now: Date): Promise<MailPlan | null>
}

const linkTokens: { [Token in LinkToken]: LinkTokenRules<RequestWith<Token>> } = {
  verify_email: emailToken('verify_email'),
  reset_password: emailToken('reset_password'),
  invitation: emailToken('invitation'),
  disown_session: emailToken('disown_session'),
  registration: {
    lifetimeSeconds: () => lifetimeOf('verify_email'),
    plan: planRegistration,
  },
  email_change: {
    lifetimeSeconds: () => lifetimeOf('verify_email'),
    plan: planEmailChange,
  },
  sign_in: {
    lifetimeSeconds: () => CONFIRMATION_SECONDS,
    sameBrowser: true,
    plan: planSignInLink,
  },
  sign_in_code: {
    lifetimeSeconds: () => SIGN_IN_CODE_SECONDS,
    sameBrowser: true,
    plan: planSignInCode,
  },
}

/** The rules of a link's token. The request to plan must be one whose link has such a token. */
export function linkTokenRules(token: LinkToken): LinkTokenRules<MailRequest> {
  return linkTokens[token]
}

/** The rules of a token that only names an account and its address. */
function emailToken(kind: EmailTokenKind): LinkTokenRules<AccountMailRequest> {
  return {
    lifetimeSeconds: () => lifetimeOf(kind),
    plan: async (request, now) => {
      const account = await findDueAccount(request)
      if (!account) return null
      const plan = planForAccount(request, account, now)
      const sessionId = 'sessionId' in request ? request.sessionId : undefined
      const about = { userId: account.id, kind, email: plan.reader.email, sessionId }
      return { ...plan, token: plannedEmailToken(about, now) }
    },
  }
}

function plannedEmailToken(by: Parameters<typeof issueEmailToken>[1], now: Date): PlannedToken {
  return {
    issue: async () => ({ token: await issueEmailToken(db(), by, now) }),
    withdraw: (token) => discardEmailToken(db(), token),
  }
}

async function planRegistration(
  request: RequestWith<'registration'>,
  now: Date,
): Promise<MailPlan | null> {
  const account = await findDueAccount(request)
  if (!account) return null
  const registration = await resolveRegistration(request, account.id, now)
  if (registration === null) return null
  const { reader, occasion, charges } = planForAccount(request, account, now)
  const about = { userId: account.id, kind: 'verify_email', email: reader.email } as const
  return {
    reader: { ...reader, ...(registration && { locale: registration.locale }) },
    occasion: { ...occasion, registeredAt: registration?.createdAt },
    charges,
    token: plannedEmailToken({ ...about, attemptId: registration?.id }, now),
  }
}

/**
 * The registration that a verification email is about. Undefined if its link only confirms the
 * address (no pending registration), null if no email is due: either the queued registration is no
 * longer pending, or several are, and then each gets an email of its own.
 */
async function resolveRegistration(
  request: RequestWith<'registration'>,
  userId: string,
  now: Date,
): Promise<WaitingAttempt | undefined | null> {
  const waiting = await listWaitingAttempts(db(), userId, now)
  const { attemptId } = request
  if (attemptId) return waiting.find(({ id }) => id === attemptId) ?? null
  if (waiting.length < 2) return waiting[0]
  for (const { id } of waiting) await queueMail(db(), { ...request, attemptId: id }, now)
  return null
}

/**
 * Plans the email to a new address. That isn't confirmed yet and may be a stranger's, whom many
 * accounts could name: the email doesn't contain the name of the account, and is charged to the
 * address too.
 */
async function planEmailChange(
  request: RequestWith<'email_change'>,
  now: Date,
): Promise<MailPlan | null> {
  const account = await findDueAccount(request)
  const email = account && (await resolveNewAddress(request, now))
  if (!email) return null
  const { userId, changeId, mail } = request
  const { reader, occasion, charges } = planForAccount(request, account, now)
  return {
    reader: { ...reader, email, name: null },
    occasion,
    charges: [...charges, { email, mail, now }],
    token: {
      issue: async () => issued(await issueEmailChangeToken(db(), { userId, changeId, now })),
      withdraw: (token) => withdrawEmailChangeToken(db(), token),
    },
  }
}

/**
 * The destination of an address change link. Null if the change is no longer pending, or another
 * account has the address; then its owner is notified instead. Checked in the worker, so that
 * neither the response nor its timing reveals this to the requester.
 */
async function resolveNewAddress(
  { userId, changeId }: RequestWith<'email_change'>,
  now: Date,
): Promise<string | null> {
  const requested = await findRequestedAddress(db(), { userId, changeId, now })
  if (!requested?.takenBy) return requested?.newEmail ?? null
  const at = now.toISOString()
  await queueMail(db(), { mail: 'address_wanted', userId: requested.takenBy, at }, now)
  return null
}

/**
 * Plans the link that completes a sign-in with a provider, to the address that the provider did not
 * verify. Whether the address has an account is not checked. The name also comes from the provider
 * and is omitted: the reader may be a stranger.
 */
async function planSignInLink(
  { mail, signInId: id }: RequestWith<'sign_in'>,
  now: Date,
): Promise<MailPlan | null> {
  const to = await findLinkDestination(db(), { id, now })
  if (!to || !findEnabledProvider(to.provider) || isServiceAddress(to.email)) return null
  const { email, locale, provider } = to
  return {
    reader: { email, name: null, locale },
    occasion: { mail, at: now, details: { provider: providerLabel(provider) } },
    charges: [{ email, mail, now }],
    token: {
      issue: async () => issued(await issueSignInToken(db(), { id, now })),
      withdraw: (token) => withdrawSignInToken(db(), token),
    },
  }
}

/**
 * Plans the code and link of a sign-in, if its address has an account that they may open. Decided
 * here, so that neither the response to the request nor its timing reveals whether it has.
 */
async function planSignInCode(
  { mail, signInId: id }: RequestWith<'sign_in_code'>,
  now: Date,
): Promise<MailPlan | null> {
  const recipient = settings().emailCode && (await findCodeRecipient(db(), { id, now }))
  if (!recipient) return null
  const { userId, ...reader } = recipient
  return {
    reader,
    occasion: { mail, at: now },
    charges: [{ userId, mail, now }],
    token: {
      issue: async () => {
        const created = await issueSignInCode(db(), { id, userId, now })
        return created && { token: created.token, details: { code: created.code } }
      },
      withdraw: () => withdrawSignInCode(db(), id),
      guessable: true,
    },
  }
}

function issued(token: string | null) {
  return token === null ? null : { token }
}

import {
  findRequestedAddress,
  issueEmailChangeToken,
  withdrawEmailChangeToken,
} from '@/lib/accounts/email-change.store'
import { discardEmailToken, issueEmailToken } from '@/lib/accounts/email-token.store'
import { listWaitingAttempts, type WaitingAttempt } from '@/lib/accounts/registration.store'
import { checkMayRegister } from '@/lib/accounts/registration-policy'
import { isServiceAddress } from '@/lib/accounts/service-address'
import {
  findCodeRecipient,
  issueSignInCode,
  withdrawSignInCode,
} from '@/lib/accounts/sign-in-code.store'
import {
  findLinkDestination,
  issueSignInToken,
  withdrawSignInToken,
} from '@/lib/accounts/unproven-sign-in.store'
import { findEnabledProvider, providerLabel } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import { composeCurrentMail } from '@/lib/messaging/mail/compose-mail'
import {
  type MailCharges,
  returnToMailBudget,
  takeFromMailBudgets,
} from '@/lib/messaging/mail/mail-limits.store'
import { isUnknownMailbox, type MailMessage } from '@/lib/messaging/mail/mail-port'
import { findMailRecipient, type MailRecipient } from '@/lib/messaging/mail/mail-recipient.store'
import { mailer } from '@/lib/messaging/mail/mailer'
import {
  type AccountMailKind,
  detailsOf,
  mailOf,
  type MailRequest,
} from '@/lib/messaging/mail/mails'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { db } from '@/lib/platform/db/database'
import { describeError } from '@/lib/platform/describe-error'
import { logger } from '@/lib/platform/logger'

/** An email to an existing account. */
type AccountMail = Extract<MailRequest, { mail: AccountMailKind }>

/**
 * Sends a queued email, or nothing if none is due anymore. Throws if another attempt can help: not
 * for a mailbox that does not exist.
 */
export async function sendQueuedMail(request: MailRequest, now: Date): Promise<void> {
  try {
    await sendIfDue(request, now)
  } catch (error) {
    if (!isUnknownMailbox(error)) throw error
    const about = { mail: request.mail, reason: describeError(error) }
    logger().warn(about, 'the recipient’s mailbox does not exist')
  }
}

async function sendIfDue(request: MailRequest, now: Date): Promise<void> {
  if (request.mail === 'confirm_sign_in') return sendSignInLink(request, now)
  if (request.mail === 'sign_in_code') return sendSignInCode(request, now)
  if (request.mail === 'account_erased' || request.mail === 'registration_declined')
    return sendLastMail(request, now)
  const recipient = await findMailRecipient(db(), request)
  if (!recipient || !isEligible(request.mail, recipient)) return
  if (wouldRegister(request.mail, recipient) && checkMayRegister(recipient.email)) return
  const to = await addressFor(request, recipient, now)
  if (!to) return
  const registration =
    request.mail === 'verify_email' ? await resolveRegistration(request, recipient, now) : undefined
  if (registration === null) return
  const reader = {
    ...readerOf(request, recipient),
    ...(registration && { locale: registration.locale }),
  }
  const withdraw =
    request.mail === 'confirm_email_change' ? withdrawEmailChangeToken : discardEmailToken
  await sendWithinBudget(chargesFor(request, { userId: recipient.id, to, now }), {
    issueToken: () =>
      tokenFor(request, { ...recipient, email: to }, { attemptId: registration?.id, now }),
    withdrawToken: (token) => withdraw(db(), token),
    compose: (token) => {
      const occasion = {
        ...occasionOf(request, now, token),
        registeredAt: registration?.createdAt,
      }
      return composeCurrentMail(occasion, { ...reader, email: to })
    },
  })
}

/**
 * The budgets of an email. The one to a new address is also charged to that address: it may be a
 * stranger's, whom many accounts could name.
 */
function chargesFor(
  { mail }: AccountMail,
  { userId, to, now }: { userId: string; to: string; now: Date },
): MailCharges {
  const own = { userId, mail, now }
  return mail === 'confirm_email_change' ? [own, { email: to, mail, now }] : [own]
}

/** The destination address, or null if the email is no longer due. */
async function addressFor(
  request: AccountMail,
  recipient: MailRecipient,
  now: Date,
): Promise<string | null> {
  if (request.mail === 'confirm_email_change') return resolveNewAddress(request, now)
  return ('to' in request && request.to) || recipient.email
}

/**
 * The link's token: undefined for an email without one, null if what it confirms has just ended.
 */
async function tokenFor(
  request: AccountMail,
  { id, email }: MailRecipient,
  { attemptId, now }: { attemptId: string | undefined; now: Date },
) {
  if (request.mail === 'confirm_email_change')
    return issueEmailChangeToken(db(), { ...request, now })
  const kind = mailOf(request.mail).link.token
  if (!kind || kind === 'email_change' || kind === 'sign_in' || kind === 'sign_in_code')
    return undefined
  const sessionId = 'sessionId' in request ? request.sessionId : undefined
  return issueEmailToken(db(), { userId: id, kind, email, attemptId, sessionId }, now)
}

function isEligible(
  mail: AccountMailKind,
  { status, emailVerifiedAt, approvalRequestedAt }: MailRecipient,
): boolean {
  // An administrator may have changed the address of an active account. An account that waits for
  // approval has confirmed its own.
  if (mail === 'verify_email' && (status === 'active' || approvalRequestedAt))
    return emailVerifiedAt === null
  return mailOf(mail).accounts?.includes(status) ?? false
}

/**
 * Whether the link would complete a registration: then none is sent anymore if the settings have come
 * to refuse the address. Links that were sent before stay valid.
 */
function wouldRegister(
  mail: AccountMailKind,
  { status, invitedAt, firstVerifiedAt }: MailRecipient,
): boolean {
  const completes = mail === 'verify_email' || mail === 'reset_password'
  return completes && status === 'pending' && invitedAt === null && firstVerifiedAt === null
}

function occasionOf(request: AccountMail, now: Date, token: string | undefined) {
  const about = { mail: request.mail, details: detailsOf(request), token }
  if (!('userId' in request)) return { ...about, at: now }
  const { at, ip, device } = request
  return { ...about, at: new Date(at), ip, device }
}

function readerOf({ mail }: AccountMail, { name, locale, emailVerifiedAt }: MailRecipient) {
  // The new address isn't confirmed yet and may be a stranger's.
  return { locale, name: emailVerifiedAt && mail !== 'confirm_email_change' ? name : null }
}

/**
 * The registration that a verification email is about. Undefined if its link only confirms the
 * address (no pending registration), null if no email is due: either the queued registration is no
 * longer pending, or several are, and then each gets an email of its own.
 */
async function resolveRegistration(
  request: Extract<MailRequest, { mail: 'verify_email' }>,
  recipient: MailRecipient,
  now: Date,
): Promise<WaitingAttempt | undefined | null> {
  const waiting = await listWaitingAttempts(db(), recipient.id, now)
  const { email, attemptId } = request
  if (attemptId) return waiting.find(({ id }) => id === attemptId) ?? null
  if (waiting.length < 2) return waiting[0]
  for (const { id } of waiting)
    await queueMail(db(), { mail: 'verify_email', email, attemptId: id }, now)
  return null
}

/**
 * The destination of an address change link. Null if the change is no longer pending, or another
 * account has the address; then its owner is notified instead. Checked in the worker, so that
 * neither the response nor its timing reveals this to the requester.
 */
async function resolveNewAddress(
  request: Extract<MailRequest, { mail: 'confirm_email_change' }>,
  now: Date,
): Promise<string | null> {
  const { userId, changeId } = request
  const asked = await findRequestedAddress(db(), { userId, changeId, now })
  if (!asked?.takenBy) return asked?.newEmail ?? null
  await queueMail(
    db(),
    { mail: 'address_wanted', userId: asked.takenBy, at: now.toISOString() },
    now,
  )
  return null
}

type SignInLinkRequest = Extract<MailRequest, { mail: 'confirm_sign_in' }>

/**
 * Sends the link that completes a sign-in with a provider, to the address that the provider did not
 * verify. Whether the address has an account is not checked. The name also comes from the provider
 * and is omitted: the reader may be a stranger.
 */
async function sendSignInLink({ mail, signInId: id }: SignInLinkRequest, now: Date): Promise<void> {
  const to = await findLinkDestination(db(), { id, now })
  if (!to || !findEnabledProvider(to.provider) || isServiceAddress(to.email)) return
  const { email, locale } = to
  const occasion = { mail, at: now, details: { provider: providerLabel(to.provider) } }
  await sendWithinBudget([{ email, mail, now }], {
    issueToken: () => issueSignInToken(db(), { id, now }),
    withdrawToken: (token) => withdrawSignInToken(db(), token),
    compose: (token) => composeCurrentMail({ ...occasion, token }, { email, name: null, locale }),
  })
}

type SignInCodeRequest = Extract<MailRequest, { mail: 'sign_in_code' }>

/**
 * Sends the code and link of a sign-in, if its address has an account that they may open. Decided
 * here, so that neither the response to the request nor its timing reveals whether it has.
 */
async function sendSignInCode({ mail, signInId: id }: SignInCodeRequest, now: Date): Promise<void> {
  const recipient = settings().emailCode && (await findCodeRecipient(db(), { id, now }))
  if (!recipient) return
  const { userId, ...reader } = recipient
  const details = { code: '' }
  await sendWithinBudget([{ userId, mail, now }], {
    issueToken: async () => {
      const issued = await issueSignInCode(db(), { id, userId, now })
      if (issued) details.code = issued.code
      return issued && issued.token
    },
    withdrawToken: () => withdrawSignInCode(db(), id),
    guessable: true,
    compose: (token) => composeCurrentMail({ mail, at: now, token, details }, reader),
  })
}

type LastMail = Extract<MailRequest, { mail: 'account_erased' | 'registration_declined' }>

/**
 * Sends the last email of an erased account or declined registration, without a budget: there is
 * one per erasure, and a budget would store the hash of the address again.
 */
async function sendLastMail(request: LastMail, now: Date): Promise<void> {
  const { mail, email, locale } = request
  const reader = { email, name: null, locale: locale ?? null }
  const occasion = { mail, at: now, details: detailsOf(request) }
  await mailer().send(await composeCurrentMail(occasion, reader))
}

interface LinkMail {
  /** Creates the link's token: undefined for an email without one, null if none is due anymore. */
  issueToken(): Promise<string | null | undefined>
  withdrawToken(token: string): Promise<void>
  /** Whether the budget also bounds guesses: then an email that failed counts, once it had a code. */
  guessable?: boolean
  compose(token: string | undefined): Promise<MailMessage>
}

/**
 * Sends an email if all of its budgets allow. The link's token is created here, at the last moment.
 * If sending fails, the token is revoked and the error thrown, so that the job retries with a new
 * token. An email is sent twice only if the process dies, or the acknowledgment is lost, after the
 * server accepted it.
 */
async function sendWithinBudget(charges: MailCharges, mail: LinkMail): Promise<void> {
  if (!(await takeFromMailBudgets(charges))) {
    const [charge] = charges
    const about = { mail: charge.mail, ...('userId' in charge && { user_id: charge.userId }) }
    logger().warn(about, 'an email was withheld: too many within an hour')
    return
  }
  let token: string | null | undefined
  try {
    token = await mail.issueToken()
    if (token === null) return await returnCharges(charges)
    await mailer().send(await mail.compose(token))
  } catch (error) {
    await revertSend(charges, mail, { token, error })
    throw error
  }
}

async function returnCharges(charges: MailCharges): Promise<void> {
  for (const charge of charges) await returnToMailBudget(db(), charge)
}

// Keeps the error of the send: if the database is unavailable too, token and budget expire on their
// own. An email to a mailbox that does not exist counts: more of them harm the reputation of the sender.
async function revertSend(
  charges: MailCharges,
  { withdrawToken, guessable = false }: LinkMail,
  { token, error }: { token: string | null | undefined; error: unknown },
) {
  try {
    if (token) await withdrawToken(token)
    const counts = (token && guessable) || isUnknownMailbox(error)
    if (!counts) await returnCharges(charges)
  } catch (failure) {
    logger().warn(
      { reason: describeError(failure) },
      'the token of an unsent email could not be deleted',
    )
  }
}

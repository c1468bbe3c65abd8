import { checkMayRegister } from '@/lib/accounts/registration-policy'
import type { MailCharge } from '@/lib/messaging/mail/mail-limits.store'
import type { MailOccasion, MailReader } from '@/lib/messaging/mail/mail-occasion'
import { findMailRecipient, type MailRecipient } from '@/lib/messaging/mail/mail-recipient.store'
import {
  type AccountMailRequest,
  detailsOf,
  type LastMailRequest,
  mailOf,
} from '@/lib/messaging/mail/mails'
import { db } from '@/lib/platform/db/database'

/** An email that is due. */
export interface MailPlan {
  reader: MailReader
  occasion: MailOccasion
  /** The budgets it is charged to. */
  charges: readonly MailCharge[]
  /** The token of its link, if it has one. */
  token?: PlannedToken
}

export interface PlannedToken {
  /** Creates the token, at the last moment. Null if the email has just ceased to be due. */
  issue(): Promise<IssuedToken | null>
  /** Revokes the token of an email that could not be sent. */
  withdraw(token: string): Promise<void>
  /**
   * Whether the budget also bounds guesses: then an email that failed counts, once it had a code.
   */
  guessable?: boolean
}

interface IssuedToken {
  token: string
  /** What the email shows of it besides the link. */
  details?: MailOccasion['details']
}

/** The account that an email is sent to, or null if the email doesn't fit its state. */
export async function findDueAccount(request: AccountMailRequest): Promise<MailRecipient | null> {
  const { accounts, onlyTo, completesRegistration = false } = mailOf(request.mail)
  const account = await findMailRecipient(db(), request)
  if (!account || !accounts?.includes(account.status) || onlyTo?.(account) === false) return null
  const refused = completesRegistration && isUnconfirmed(account) && checkMayRegister(account.email)
  return refused ? null : account
}

function isUnconfirmed({ status, invitedAt, firstVerifiedAt }: MailRecipient): boolean {
  return status === 'pending' && invitedAt === null && firstVerifiedAt === null
}

/** An email to the address of an account, or to the address that the request names. */
export function planForAccount(
  request: AccountMailRequest,
  { id: userId, email, name, locale, emailVerifiedAt }: MailRecipient,
  now: Date,
): MailPlan {
  const { mail } = request
  const to = ('to' in request && request.to) || email
  return {
    reader: { email: to, name: emailVerifiedAt && name, locale },
    occasion: { mail, details: detailsOf(request), ...happened(request, now) },
    charges: [{ userId, mail, now }],
  }
}

function happened(request: AccountMailRequest, now: Date) {
  if (!('userId' in request)) return { at: now }
  const { at, ip, device } = request
  return { at: new Date(at), ip, device }
}

/**
 * The last email of an erased account or declined registration. It has no budget: there is one per
 * erasure, and a budget would store the hash of the address again.
 */
export function planLastMail(request: LastMailRequest, now: Date): MailPlan {
  const { mail, email, locale = null } = request
  return {
    reader: { email, name: null, locale },
    occasion: { mail, at: now, details: detailsOf(request) },
    charges: [],
  }
}

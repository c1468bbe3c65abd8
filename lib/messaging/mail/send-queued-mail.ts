import { composeCurrentMail } from '@/lib/messaging/mail/compose-mail'
import { linkTokenRules } from '@/lib/messaging/mail/link-tokens'
import { returnToMailBudget, takeFromMailBudgets } from '@/lib/messaging/mail/mail-limits.store'
import { isUnknownMailbox } from '@/lib/messaging/mail/mail-port'
import { mailer } from '@/lib/messaging/mail/mailer'
import {
  type AccountMailRequest,
  type LastMailRequest,
  mailOf,
  type MailRequest,
} from '@/lib/messaging/mail/mails'
import {
  findDueAccount,
  type MailPlan,
  planForAccount,
  planLastMail,
} from '@/lib/messaging/mail/plan-mail'
import { db } from '@/lib/platform/db/database'
import { describeError } from '@/lib/platform/describe-error'
import { logger } from '@/lib/platform/logger'

/**
 * Sends a queued email, or nothing if none is due anymore. Throws if another attempt can help: not
 * for a mailbox that does not exist.
 */
export async function sendQueuedMail(request: MailRequest, now: Date): Promise<void> {
  try {
    const plan = await planMail(request, now)
    if (plan) await sendWithinBudgets(plan)
  } catch (error) {
    if (!isUnknownMailbox(error)) throw error
    const about = { mail: request.mail, reason: describeError(error) }
    logger().warn(about, 'the recipient’s mailbox does not exist')
  }
}

async function planMail(request: MailRequest, now: Date): Promise<MailPlan | null> {
  const { accounts, link } = mailOf(request.mail)
  if (link.token) return linkTokenRules(link.token).plan(request, now)
  if (!accounts) return planLastMail(request as LastMailRequest, now)
  const toAccount = request as AccountMailRequest
  const account = await findDueAccount(toAccount)
  return account && planForAccount(toAccount, account, now)
}

/**
 * Sends an email if all of its budgets allow. The link's token is created here, at the last moment.
 * If sending fails, the token is revoked and the error thrown, so that the job retries with a new
 * token. An email is sent twice only if the process dies, or the acknowledgment is lost, after the
 * server accepted it.
 */
async function sendWithinBudgets(plan: MailPlan): Promise<void> {
  const { reader, occasion, charges } = plan
  const exceeded = await takeFromMailBudgets(charges)
  if (exceeded) {
    const user = charges.find((charge) => 'userId' in charge)
    const about = {
      mail: occasion.mail,
      budget: 'userId' in exceeded ? 'user' : 'address',
      ...(user && { user_id: user.userId }),
    }
    logger().warn(about, 'an email was withheld: too many within an hour')
    return
  }
  let token: string | undefined
  try {
    const issued = await plan.token?.issue()
    if (issued === null) return await returnCharges(plan)
    token = issued?.token
    const details = { ...occasion.details, ...issued?.details }
    await mailer().send(await composeCurrentMail({ ...occasion, token, details }, reader))
  } catch (error) {
    await revertSend(plan, { token, error })
    throw error
  }
}

async function returnCharges({ charges }: MailPlan): Promise<void> {
  for (const charge of charges) await returnToMailBudget(db(), charge)
}

// Keeps the error of the send: if the database is unavailable too, token and budget expire on their
// own. An email to a mailbox that does not exist counts: more of them harm the reputation of the
// sender.
async function revertSend(
  plan: MailPlan,
  { token, error }: { token: string | undefined; error: unknown },
) {
  try {
    if (token) await plan.token?.withdraw(token)
    const counts = (token && plan.token?.guessable) || isUnknownMailbox(error)
    if (!counts) await returnCharges(plan)
  } catch (failure) {
    logger().warn(
      { reason: describeError(failure) },
      'the token of an unsent email could not be deleted',
    )
  }
}

import { returnToMailBudget, takeFromMailBudget, type MailCharge } from '@/lib/mail/mail-budget.store'
import type { MailMessage } from '@/lib/mail/mail-port'
import { mailer } from '@/lib/mail/mailer'
import { db } from '@/lib/platform/db/database'
import { describeJobError } from '@/lib/platform/jobs/describe-job-error'
import { logger } from '@/lib/platform/logger'

interface LinkMail {
  /** Makes the token of its link; undefined for a mail without one, null when none is due any more. */
  issueToken(): Promise<string | null | undefined>
  killToken(token: string): Promise<void>
  compose(token: string | undefined): Promise<MailMessage>
}

/**
 * Sends a mail if the budget allows. The token of a link is made here, at the last moment; when the mail cannot be handed over, the
 * token of this try dies and the error is thrown, so that the job tries again with a fresh one. A mail goes out twice only when the
 * process dies, or the server's acknowledgement is lost, after the server took it.
 */
export async function sendWithinBudget(charge: MailCharge, mail: LinkMail): Promise<void> {
  if (!(await takeFromMailBudget(db(), charge))) {
    const about = { mail: charge.mail, ...('userId' in charge && { userId: charge.userId }) }
    logger().warn(about, 'a mail was withheld: too many within an hour')
    return
  }
  let token: string | null | undefined
  try {
    token = await mail.issueToken()
    if (token === null) return await returnToMailBudget(db(), charge)
    await mailer().send(await mail.compose(token))
  } catch (error) {
    await undo(charge, mail, token)
    throw error
  }
}

// The send's own error is the one to be told: when the database is away too, token and budget run out by themselves.
async function undo(charge: MailCharge, { killToken }: LinkMail, token: string | null | undefined) {
  try {
    if (token) await killToken(token)
    await returnToMailBudget(db(), charge)
  } catch (error) {
    logger().warn({ reason: describeJobError(error) }, 'the token of an unsent mail was left behind')
  }
}

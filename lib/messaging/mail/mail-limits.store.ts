import { RECIPIENT_REFUSED } from '@/lib/messaging/mail/mail-port'
import type { MailKind } from '@/lib/messaging/mail/mails'
import { mailJobKind } from '@/lib/messaging/mail/queue-mail'
import { addSeconds } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { Prisma } from '@/prisma/generated/client'

/**
 * How many emails of one kind a user, or an address without an account, gets within WINDOW_SECONDS,
 * no matter who requests them.
 */
export const MAILS_PER_WINDOW = 5
const WINDOW_SECONDS = 3600

/** One email of a kind at `now`, charged to a user, or to an address that may have no account. */
export type MailCharge = { mail: MailKind; now: Date } & ({ userId: string } | { email: string })

/**
 * Takes one email from each of these budgets, or from none of them. Returns the charge that its
 * budget doesn't allow; null if all do.
 */
export async function takeFromMailBudgets(
  charges: readonly MailCharge[],
): Promise<MailCharge | null> {
  // Users first, so that concurrent calls don't deadlock.
  const inOrder = charges.toSorted((a, b) => Number('email' in a) - Number('email' in b))
  try {
    await inTransaction(async (tx) => {
      for (const charge of inOrder)
        if (!(await takeFromMailBudget(tx, charge))) throw new BudgetExceeded(charge)
    })
    return null
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.charge
    throw error
  }
}

/** Thrown to undo what other budgets were charged. */
class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  readonly charge: MailCharge

  constructor(charge: MailCharge) {
    super()
    this.charge = charge
  }
}

/**
 * Takes one email from the budget of its kind; true if it may be sent. Any window of an hour
 * contains at most MAILS_PER_WINDOW granted emails. One statement: concurrent calls wait for the
 * row lock and count again.
 */
export async function takeFromMailBudget(db: Db, charge: MailCharge): Promise<boolean> {
  const { mail, now } = charge
  const { table, column, key } = budgetKey(charge)
  const since = addSeconds(now, -WINDOW_SECONDS)
  const taken = await db.$executeRaw`
    INSERT INTO ${table} AS b (${column}, mail, sent_at)
    VALUES (${key}, ${mail}, ARRAY[${now}::timestamptz(3)])
    ON CONFLICT (${column}, mail) DO UPDATE
    SET sent_at = ARRAY(SELECT s FROM unnest(b.sent_at) AS s WHERE s > ${since}::timestamptz) || EXCLUDED.sent_at
    WHERE (SELECT count(*) FROM unnest(b.sent_at) AS s WHERE s > ${since}::timestamptz) < ${MAILS_PER_WINDOW}::int`
  return taken === 1
}

/** Returns what was taken at `now` for an email that could not be sent. */
export async function returnToMailBudget(db: Db, charge: MailCharge): Promise<void> {
  const { mail, now } = charge
  const { table, column, key } = budgetKey(charge)
  await db.$executeRaw`
    UPDATE ${table}
    SET sent_at = sent_at[:array_position(sent_at, ${now}::timestamptz(3)) - 1]
               || sent_at[array_position(sent_at, ${now}::timestamptz(3)) + 1:]
    WHERE ${column} = ${key} AND mail = ${mail}
      AND array_position(sent_at, ${now}::timestamptz(3)) IS NOT NULL`
}

/**
 * Deletes up to `limit` budgets of addresses whose window has passed. Budgets of users are deleted
 * with the user. Returns how many.
 */
export async function purgeAddressBudgets(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM address_mail_budgets WHERE (address_hash, mail) IN (
      SELECT address_hash, mail FROM address_mail_budgets b
      WHERE NOT EXISTS (
        SELECT FROM unnest(b.sent_at) AS s WHERE s > ${addSeconds(now, -WINDOW_SECONDS)}::timestamptz)
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

function budgetKey(charge: MailCharge): { table: Prisma.Sql; column: Prisma.Sql; key: Prisma.Sql } {
  if ('userId' in charge)
    return {
      table: Prisma.sql`mail_budgets`,
      column: Prisma.sql`user_id`,
      key: Prisma.sql`${charge.userId}::uuid`,
    }
  return {
    table: Prisma.sql`address_mail_budgets`,
    column: Prisma.sql`address_hash`,
    key: Prisma.sql`${sha256(charge.email)}`,
  }
}

/**
 * How many emails may be due soon before bulk senders wait, so that a password reset never queues
 * behind many more.
 */
const MAX_DUE_MAILS = 50
/**
 * While a mail server is down, bulk senders must not add to what waits for it: emails that failed
 * are due again within this time, up to their fourth attempt. Not those of which only the recipient
 * was refused, which says nothing about the server.
 */
const DUE_SOON_SECONDS = 900

/** How long a bulk sender waits before it checks the backlog again. */
export const BACKLOG_CHECK_SECONDS = 1

/** Whether bulk senders should wait because so many emails are due soon. */
export async function hasMailBacklog(db: Db, now: Date): Promise<boolean> {
  const soon = addSeconds(now, DUE_SOON_SECONDS)
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM jobs
    WHERE kind = ${mailJobKind.kind} AND failed_at IS NULL
      AND (run_at <= ${now}::timestamptz
        OR (run_at <= ${soon}::timestamptz AND last_error NOT LIKE ${`${RECIPIENT_REFUSED}:%`}))
    LIMIT ${MAX_DUE_MAILS}::int`
  return rows.length === MAX_DUE_MAILS
}

/** Deletes the budgets of these addresses. */
export async function forgetAddressBudgets(db: Db, addresses: readonly string[]): Promise<void> {
  const hashes = addresses.map((email) => sha256(email))
  await db.addressMailBudget.deleteMany({ where: { addressHash: { in: hashes } } })
}

import { addSeconds } from '@/lib/platform/clock'
import type { Db } from '@/lib/platform/db/database'
import type { MailKind } from '@/lib/mail/mail-request.schemas'

/** How many mails of one kind one user gets within WINDOW_SECONDS, whoever asks for them. */
export const MAILS_PER_WINDOW = 5
const WINDOW_SECONDS = 3600

/**
 * Takes one mail off a user's budget of that kind: true when it may be sent. Whatever hour one looks at, at most
 * MAILS_PER_WINDOW were granted in it. One statement: concurrent takers wait for each other on the row and count anew.
 */
export async function takeFromMailBudget(
  db: Db,
  { userId, mail, now }: { userId: string; mail: MailKind; now: Date },
): Promise<boolean> {
  const since = addSeconds(now, -WINDOW_SECONDS)
  const taken = await db.$executeRaw`
    INSERT INTO mail_budgets AS b (user_id, mail, sent_at)
    VALUES (${userId}::uuid, ${mail}, ARRAY[${now}::timestamptz(3)])
    ON CONFLICT (user_id, mail) DO UPDATE
    SET sent_at = ARRAY(SELECT s FROM unnest(b.sent_at) AS s WHERE s > ${since}::timestamptz) || EXCLUDED.sent_at
    WHERE (SELECT count(*) FROM unnest(b.sent_at) AS s WHERE s > ${since}::timestamptz) < ${MAILS_PER_WINDOW}::int`
  return taken === 1
}

/** Puts back what was taken at `now` for a mail that could not be sent. */
export async function returnToMailBudget(
  db: Db,
  { userId, mail, now }: { userId: string; mail: MailKind; now: Date },
): Promise<void> {
  await db.$executeRaw`
    UPDATE mail_budgets
    SET sent_at = sent_at[:array_position(sent_at, ${now}::timestamptz(3)) - 1]
               || sent_at[array_position(sent_at, ${now}::timestamptz(3)) + 1:]
    WHERE user_id = ${userId}::uuid AND mail = ${mail}
      AND array_position(sent_at, ${now}::timestamptz(3)) IS NOT NULL`
}

import { timeForDatabase } from '@/lib/platform/clock'
import { Prisma } from '@/prisma/generated/client'

// With the precision of a `Date`.
const STATEMENT_TIME = "date_trunc('milliseconds', statement_timestamp())"

/**
 * SQL for the instant of a statement by the clock of the database, on which all instances agree
 * (docs/decisions/0032). `value` stands for the result of `timeForDatabase`. It is the same
 * everywhere in one statement.
 */
export const databaseTime = (value: string) => `COALESCE(${value}::timestamptz, ${STATEMENT_TIME})`

/** The same, for a Prisma query. */
export const databaseTimeAt = (now: Date): Prisma.Sql =>
  Prisma.sql`COALESCE(${timeForDatabase(now)}::timestamptz, ${Prisma.raw(STATEMENT_TIME)})`

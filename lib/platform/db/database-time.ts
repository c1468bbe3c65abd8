import { timeForDatabase } from '@/lib/platform/clock'
import { Prisma } from '@/prisma/generated/client'

/**
 * SQL for the instant of a statement by the clock of the database, on which all instances agree
 * (docs/decisions/0032), with the precision of a `Date`. `value` stands for the result of
 * `timeForDatabase`. It is the same everywhere in one statement.
 */
export const databaseTime = (value: string) =>
  `COALESCE(${value}::timestamptz, date_trunc('milliseconds', statement_timestamp()))`

/** The same for a query of Prisma. */
export const databaseTimeAt = (now: Date): Prisma.Sql =>
  Prisma.sql`COALESCE(${timeForDatabase(now)}::timestamptz, date_trunc('milliseconds', statement_timestamp()))`

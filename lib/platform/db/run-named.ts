import { database, type Db } from '@/lib/platform/db/database'

/** A statement with numbered values, which PostgreSQL parses and plans once per connection under its name. */
export interface NamedStatement {
  name: string
  text: string
}

/**
 * Runs a statement of the hottest paths and returns its rows: outside a transaction on the pool itself, which costs a
 * fraction of Prisma's interpretation, inside one (`db` is a transaction) through Prisma. Throws what the driver throws.
 */
export async function runNamed<Row extends object>(
  db: Db,
  { name, text }: NamedStatement,
  values: unknown[],
): Promise<Row[]> {
  const { pool, prisma } = database()
  if (db !== prisma) return db.$queryRawUnsafe<Row[]>(text, ...values)
  return (await pool.query<Row>({ name, text, values })).rows
}

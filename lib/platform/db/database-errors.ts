const AWAY = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028', // Prisma: unreachable, timed out, closed, pool or transaction wait
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006', // PostgreSQL classes 57, 53, 08
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'ENOENT',
])
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Server has closed the connection|Can't reach database/i

/** Whether an error says that the database is away or too busy, as against a fault in the statement. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause && depth < 6; depth++) {
    const { code, message, meta } = cause as { code?: unknown; message?: unknown; meta?: { code?: unknown } }
    if (typeof code === 'string' && AWAY.has(code)) return true
    if (typeof meta?.code === 'string' && AWAY.has(meta.code)) return true
    if (typeof message === 'string' && AWAY_TEXT.test(message)) return true
    cause = (cause as { cause?: unknown }).cause
  }
  return false
}

/** Whether an error says that another row has this value already (SQLSTATE 23505), however Prisma wraps it. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error, depth = 0; cause && depth < 6; depth++) {
    const { code, originalCode, meta } = cause as {
      code?: unknown
      /** Where the driver's own code is found when the statement was raw SQL. */
      originalCode?: unknown
      meta?: { code?: unknown; driverAdapterError?: unknown }
    }
    if (code === 'P2002' || [code, originalCode, meta?.code].includes('23505')) return true
    cause = (cause as { cause?: unknown }).cause ?? meta?.driverAdapterError
  }
  return false
}

/** Whether a statement was given up because two transactions waited for each other (SQLSTATE 40P01), however Prisma wraps it. */
export function isDeadlock(error: unknown): boolean {
  for (let cause = error, depth = 0; cause && depth < 6; depth++) {
    const { code, originalCode, meta } = cause as {
      code?: unknown
      originalCode?: unknown
      meta?: { code?: unknown; driverAdapterError?: unknown }
    }
    if ([code, originalCode, meta?.code].some((one) => one === 'P2034' || one === '40P01')) return true
    cause = (cause as { cause?: unknown }).cause ?? meta?.driverAdapterError
  }
  return false
}

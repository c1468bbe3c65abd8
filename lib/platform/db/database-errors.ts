/** read_only_sql_transaction: of a standby, or a server that its operator made read-only. */
export const READ_ONLY = '25006'

const AWAY = new Set([
  READ_ONLY,
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
  '53100', // the disk is full
  '53300',
  '58030', // the disk fails
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
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN', // the name cannot be resolved, or not now
])
/**
 * `connect ENOENT` is a missing Unix socket. The code ENOENT would also be that of a missing file,
 * and Prisma keeps no more than code and message.
 */
const AWAY_TEXT =
  /connect ENOENT|Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Server has closed the connection|Can't reach database/i

/** SQLSTATE classes of what is wrong with the server itself. */
const SERVER_FAULT = /^(?:53|57|58|XX)/

/**
 * Whether an error means that the database is unavailable, too busy, or accepts no writes, rather
 * than that the statement is wrong. Includes server faults that end the connection (FATAL): when
 * the disk is full, new connections fail with XX000. Excludes refused logins, which waiting can't
 * fix.
 */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some(
    ({ codes, message, fatal }) =>
      codes.some((code) => AWAY.has(code)) ||
      AWAY_TEXT.test(message) ||
      (fatal && codes.some((code) => SERVER_FAULT.test(code))),
  )
}

const DISK_FAULTS: Record<string, 'full' | 'read-only'> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  '53100': 'full',
  EROFS: 'read-only',
}

/** What is wrong with a disk, of PostgreSQL or of this machine, if an error comes from that. */
export function diskFaultOf(error: unknown): 'full' | 'read-only' | null {
  const codes = causesOf(error).flatMap((cause) => cause.codes)
  return codes.map((code) => DISK_FAULTS[code]).find((fault) => fault !== undefined) ?? null
}

/** Whether an error means that another row already has this value (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, 'P2002', '23505')
}

/** Whether a statement was aborted because of a deadlock (SQLSTATE 40P01). */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, 'P2034', '40P01')
}

/**
 * Whether PostgreSQL refused a statement because of one of its values (SQLSTATE class 22), so that
 * nothing was written.
 */
export function isInvalidValue(error: unknown): boolean {
  return causesOf(error).some(({ codes }) => codes.some((code) => /^22[0-9A-Z]{3}$/.test(code)))
}

/** Whether a statement gave up waiting for a lock (SQLSTATE 55P03). */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, '55P03')
}

/** Whether a statement names a table or a column that the database does not have. */
export function isUndefined(error: unknown): boolean {
  return hasCode(error, '42P01', '42703')
}

function hasCode(error: unknown, ...wanted: string[]): boolean {
  return causesOf(error).some(({ codes }) => codes.some((code) => wanted.includes(code)))
}

interface Cause {
  codes: string[]
  message: string
  /** It ended the connection. */
  fatal: boolean
}

const MAX_DEPTH = 6

/**
 * An error and its causes, outermost first. Prisma keeps the driver's error, with the SQLSTATE, in
 * `meta`.
 */
function causesOf(error: unknown): Cause[] {
  const found: Cause[] = []
  for (let next = error; next && found.length < MAX_DEPTH;) {
    const { code, originalCode, message, severity, meta, cause } = next as {
      code?: unknown
      originalCode?: unknown
      message?: unknown
      severity?: unknown
      meta?: { code?: unknown; driverAdapterError?: unknown }
      cause?: unknown
    }
    found.push({
      codes: [code, originalCode, meta?.code].filter((one) => typeof one === 'string'),
      message: typeof message === 'string' ? message : '',
      // Some translated servers add the English word.
      fatal: typeof severity === 'string' && /FATAL|PANIC/.test(severity),
    })
    next = cause ?? meta?.driverAdapterError
  }
  return found
}

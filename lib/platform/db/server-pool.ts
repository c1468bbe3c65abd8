import pg from 'pg'
import { READ_ONLY } from '@/lib/platform/db/database-errors'
import { logger } from '@/lib/platform/logger'

/**
 * Limits for getting a connection and for getting an answer: together they keep a request under 2 s
 * while the server hangs.
 */
const CONNECT_WITHIN_MS = 1500
const ANSWER_WITHIN_MS = 1700

/**
 * A commit has ended by then, done or not: longer than any statement, with time for the network.
 */
export const COMMIT_ENDS_WITHIN_MS = 3000

/**
 * As the `query_timeout` of one query that may take long: the longest timer of JavaScript, 24 days.
 * pg takes 0 for unset and would apply the limit of the pool.
 */
export const NO_TIME_LIMIT_MS = 2 ** 31 - 1

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** What the server itself enforces. A pooler in transaction mode refuses such parameters. */
const sessionWithin = (answerMs: number) => ({
  options: '-c TimeZone=UTC',
  statement_timeout: answerMs - 100,
  idle_in_transaction_session_timeout: 10_000,
})

/**
 * A pool on a PostgreSQL server. UTC is forced, because Prisma's adapter reads timestamps in the
 * session's time zone. Every wait is bounded, so that a request gets "unavailable" within 2 s if
 * the server is down or hangs. `pooled`: `url` is a pooler in transaction mode, where two
 * transactions of a connection may run in different sessions. `patience` multiplies the limits.
 */
export function openServerPool(
  url: string,
  { pooled = false, patience = 1 }: { pooled?: boolean; patience?: number | undefined } = {},
): { pool: pg.Pool; close(): Promise<void> } {
  const breaker = new CircuitBreaker()
  const Client = impatientClient(breaker)
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    ...(pooled ? {} : sessionWithin(ANSWER_WITHIN_MS * patience)),
    connectionTimeoutMillis: CONNECT_WITHIN_MS * patience,
    query_timeout: ANSWER_WITHIN_MS * patience,
    keepAlive: true,
    Client: pooled ? withoutSession(Client) : Client,
  })
  failFastWhileDown(pool, breaker)
  // An idle connection that dies (a server restart) must not end the process; the pool has already
  // dropped it.
  pool.on('error', ({ message }) =>
    logger().warn({ reason: message }, 'an idle database connection was lost'),
  )
  return { pool, close: () => pool.end() }
}

type ClientClass = new (config?: pg.ClientConfig) => pg.Client

/**
 * Connections through a pooler in transaction mode. Statements have no names, because a name exists
 * in one session only. The time zone is a parameter of its own, because poolers follow that one.
 */
function withoutSession(Client: ClientClass): ClientClass {
  return class extends Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (...args: unknown[]) => unknown
      this.query = ((query: unknown, ...rest: unknown[]) =>
        ask(isNamed(query) ? { ...query, name: undefined } : query, ...rest)) as typeof this.query
    }

    /** Overrides the method of `pg.Client` that its types leave out. */
    getStartupConf(): Record<string, string> {
      const inherited = Client.prototype as { getStartupConf(): Record<string, string> }
      return { ...inherited.getStartupConf.call(this), TimeZone: 'UTC' }
    }
  }
}

function isNamed(query: unknown): query is pg.QueryConfig {
  return typeof query === 'object' && query !== null && 'name' in query && 'text' in query
}

function failFastWhileDown(pool: pg.Pool, breaker: CircuitBreaker): void {
  const connect = pool.connect.bind(pool)
  const guarded = (callback: ConnectCallback) => {
    if (!breaker.admits()) {
      const error = Object.assign(new Error('the database does not respond'), { code: 'ETIMEDOUT' })
      return callback(error, undefined, () => undefined)
    }
    connect((error, client, release) => {
      if (error?.message.includes('connection timeout')) breaker.unanswered()
      callback(error && readable(error), client, release)
    })
  }
  pool.connect = ((callback?: ConnectCallback) =>
    callback
      ? guarded(callback)
      : new Promise<pg.PoolClient>((resolve, reject) =>
          guarded((error, client) => (client ? resolve(client) : reject(error!))),
        )) as pg.Pool['connect']
}

/** pg reports a missing password as a failed step of the SCRAM protocol. */
function readable(error: Error): Error {
  if (/client password must be a (?:non-empty )?string/.test(error.message))
    error.message = NO_PASSWORD
  return error
}

const NO_PASSWORD =
  'the server asks for a password, but its address (such as DATABASE_URL) has none: ' +
  'add it, as in postgresql://user:password@host/database'

/**
 * Connections that report answers and timeouts to the breaker. They are closed after a query timed
 * out: otherwise the following rollback would wait behind that query for as long again. And they
 * are closed after the server refused a write: after a failover, the next one reaches the new
 * primary.
 */
function impatientClient(breaker: CircuitBreaker): ClientClass {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const { connection } = this as unknown as {
        connection: NodeJS.EventEmitter & { stream: { destroy(): void } }
      }
      connection.on('readyForQuery', () => breaker.answered())
      // pg leaves it open if it fails before it is ready, for example because it lacks a password.
      connection.on('error', () => connection.stream.destroy())
      const ask = this.query.bind(this) as (...args: unknown[]) => unknown
      const closeAfter = (error: unknown) => {
        const { message, code } = (error ?? {}) as { message?: string; code?: string }
        if (code === READ_ONLY) void this.end()
        if (message !== 'Query read timeout') return
        breaker.unanswered()
        connection.stream.destroy()
      }
      this.query = ((...args: unknown[]) => {
        const callback = args.at(-1)
        if (typeof callback === 'function')
          args[args.length - 1] = (error: unknown, result: unknown) => {
            closeAfter(error)
            ;(callback as (error: unknown, result: unknown) => void)(error, result)
          }
        const answer = ask(...args)
        if (answer instanceof Promise) answer.catch(closeAfter)
        return answer
      }) as typeof this.query
    }
  }
}

/**
 * How long after its last answer the server may be silent before one unanswered query means that it
 * hangs.
 */
const GRACE_MS = 1000
/** How often one caller may probe a silent server; the others are refused at once. */
const RETRY_EVERY_MS = 500

/**
 * Remembers that the database server hangs, so that not every request has to wait to find out: the
 * first ones wait for their time limit, later ones are refused at once, and one every half second
 * tries again. A slow statement or a busy pool does not open it: a server that answers other
 * queries is not silent.
 */
export class CircuitBreaker {
  readonly #now: () => number
  #answeredAt: number
  #silent = false
  #nextTryAt = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#answeredAt = now()
  }

  /** Whether a caller may send a query now. */
  admits(): boolean {
    if (!this.#silent) return true
    if (this.#now() < this.#nextTryAt) return false
    this.#nextTryAt = this.#now() + RETRY_EVERY_MS
    return true
  }

  /** Records an answer of the server. */
  answered(): void {
    this.#answeredAt = this.#now()
    this.#silent = false
  }

  /** Records a time limit that ended without an answer. */
  unanswered(): void {
    if (this.#now() - this.#answeredAt < GRACE_MS) return
    if (!this.#silent) this.#nextTryAt = this.#now() + RETRY_EVERY_MS
    this.#silent = true
  }
}

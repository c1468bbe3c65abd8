import { db } from '@/lib/platform/db/database'
import { type SmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { until } from '@/tests/kit/until'

/** What the acts of a series share. */
export interface Stage {
  /** The service's address, the same after every restart. */
  url: string
  receiver: SmtpReceiver
  /** Numbers from 0 to 1 that the seed of the series determines. */
  random: () => number
}

/** One kind of work that clients do while the service is killed. */
export interface Act {
  name: string
  /** How often the service has acknowledged this work. */
  done: number
  /** Does one piece of work. False if its answer was lost. Throws on a wrong answer. */
  step(): Promise<boolean>
  /**
   * After a restart: does what an honest client does about a lost answer, and checks the result.
   */
  recover(): Promise<void>
  /** After the last restart: waits for work in the background, and checks the invariant. */
  conclude(): Promise<void>
}

interface Call {
  token?: string
  /** The Idempotency-Key. */
  key?: string
  body?: unknown
  /** A body that is not JSON. */
  raw?: { type: string; body: string | Buffer }
}

interface Answer {
  status: number
  // Each act knows the fields of its own routes.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/**
 * Calls the API. Null if no complete answer arrived, or only that the service is overloaded: the
 * caller cannot know what happened.
 */
export async function call(
  { url }: Stage,
  method: string,
  path: string,
  { token, key, body, raw }: Call = {},
): Promise<Answer | null> {
  const type = raw?.type ?? (body === undefined ? null : 'application/json')
  try {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(type && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      body: raw
        ? Buffer.from(raw.body as string)
        : body === undefined
          ? null
          : JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status === 503) return null
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: isJson ? JSON.parse(text) : text }
  } catch (error) {
    if (isNoAnswer(error)) return null
    throw error
  }
}

const ANSWERED_WITHIN_MS = 30_000

/** Repeats a step that has no answer yet, as honest clients do. */
export function insist<T>(step: () => Promise<T>): Promise<NonNullable<T>> {
  return until('the service answers', ANSWERED_WITHIN_MS, step)
}

/** Like `call`, until there is an answer; throws unless it has this status. */
export async function expectCall(
  status: number,
  ...given: Parameters<typeof call>
): Promise<Answer['body']> {
  const answer = await insist(() => call(...given))
  if (answer.status === status) return answer.body
  const [, method, path] = given
  throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
}

/** Whether `fetch` failed because the connection did, or a client gave up on a 503. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && /fetch failed|terminated|answered 503/.test(error.message)
}

/** Throws if something is left of a list of violations. */
export function expectNone(what: string, found: readonly unknown[]): void {
  if (found.length > 0)
    throw new Error(`${what}: ${found.length}, such as ${JSON.stringify(found.slice(0, 5))}`)
}

/** The token in the newest email to that address with a link to that page, if it has arrived. */
export function linkToken({ receiver }: Stage, email: string, page: string): string | undefined {
  const mail = receiver.mails.findLast(({ envelope }) => envelope.to.includes(email))
  return new RegExp(`/auth/${page}\\?token=([\\w-]{43})`).exec(mail?.message.text ?? '')?.[1]
}

/**
 * How long an email may take: the lease of a job whose worker was killed, and the wait after a
 * third attempt, if a busy database ended that one.
 */
const MAILED_WITHIN_MS = 300_000

/** Waits until no address lacks its email. The error names unfinished jobs and their errors. */
export async function untilMailed(kind: string, lacking: () => string[]): Promise<void> {
  const allArrived = () => lacking().length === 0
  await until(`every ${kind} email arrives`, MAILED_WITHIN_MS, allArrived).catch(async (error) => {
    const jobs = await db().job.groupBy({
      by: ['kind', 'attempts', 'failedAt', 'lastError'],
      _count: true,
    })
    const found = JSON.stringify({ lacking: lacking().slice(0, 5), jobs: jobs.slice(0, 20) })
    throw new Error(`${error.message}: ${found}`, { cause: error })
  })
}

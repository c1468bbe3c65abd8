import { z } from 'zod'
import { normalizeDomain } from '@/lib/config/email-address'
import { isLoopback } from '@/lib/config/loopback'

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const TEN_YEARS = 10 * 365 * 86_400

/**
 * Parses a duration (`900`, `8s`, `15m`, `12h`, `30d`) into whole seconds. Null if it is malformed,
 * zero or longer than ten years (a limit that overflows must not come to mean "never").
 */
export function parseDurationSeconds(text: string): number | null {
  const match = /^(\d{1,10})([smhd])?$/.exec(text.trim())
  if (!match) return null
  const seconds = Number(match[1]) * UNITS[(match[2] ?? 's') as keyof typeof UNITS]
  return seconds >= 1 && seconds <= TEN_YEARS ? seconds : null
}

/** A duration, in seconds. */
export const duration = z.string().transform((value, context) => {
  const seconds = parseDurationSeconds(value)
  if (seconds !== null) return seconds
  context.addIssue({ code: 'custom', message: 'is not a duration such as 900, 15m, 12h, or 30d' })
  return z.NEVER
})

/** A duration of at least so many days. */
export const durationOfDays = (least: number) =>
  duration.refine((seconds) => seconds >= least * UNITS.d, { error: `is less than ${least}d` })

/** A duration, or `off` for never (null). */
export const durationOrOff = z.string().transform((value, context) => {
  if (value.trim() === 'off') return null
  const seconds = parseDurationSeconds(value)
  if (seconds !== null) return seconds
  context.addIssue({ code: 'custom', message: 'is neither off nor a duration such as 12h or 30d' })
  return z.NEVER
})

export const text = z.string().trim().min(1)

/** A text that passes a check; the error continues the sentence "VARIABLE …". */
export const textThat = (isValid: (value: string) => boolean, error: string) =>
  text.refine(isValid, { error })

export const wholeNumber = (max: number, min = 1) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `is not a whole number from ${min} to ${max}`,
    })
    .transform(Number)

const MAX_WORKERS = 64

/** A number of processes, or as many as there are cores. */
export const workers = z
  .string()
  .refine((value) => value === 'auto' || /^(?:[1-9]|[1-5]\d|6[0-4])$/.test(value), {
    error: `is not auto or a whole number from 1 to ${MAX_WORKERS}`,
  })
  .transform((value) => (value === 'auto' ? value : Number(value)))

/** One of a few words. */
export const choice = <const Choice extends string>(...choices: [Choice, Choice, ...Choice[]]) =>
  z.string().pipe(
    z.enum(choices, {
      error: `must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
    }),
  )

export const flag = choice('true', 'false').transform((value) => value === 'true')

/** A comma-separated list; its default is ''. */
export const listOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))

/** A number of requests in a time window, such as 100/1m. */
export const rate = z.string().transform((value, context) => {
  const [limit = '', window = ''] = value.split('/')
  const windowSeconds = parseDurationSeconds(window)
  if (/^\d{1,7}$/.test(limit) && Number(limit) >= 1 && windowSeconds !== null)
    return { limit: Number(limit), windowSeconds }
  context.addIssue({ code: 'custom', message: 'is not a rate such as 100/1m' })
  return z.NEVER
})

/** A domain, or `*.` and a domain for its subdomains. Normalized like those of email addresses. */
export const domainPattern = z
  .string()
  .transform((value) =>
    value.startsWith('*.') ? `*.${normalizeDomain(value.slice(2))}` : normalizeDomain(value),
  )
  .refine((value) => /^(?:\*\.)?(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(value), {
    error: 'is not a domain such as example.org or *.example.org',
  })

/** A host name without a scheme or port, lowercased, in ASCII. */
export const hostName = z
  .string()
  .transform((value) => value.toLowerCase())
  .refine((value) => /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/.test(value), {
    error: 'is not a host name such as www.example.org',
  })

const parseUrl = (value: string) => (URL.canParse(value) ? new URL(value) : null)

/** An http(s) URL without credentials, query or fragment. */
export const webUrl = textThat((value) => {
  const url = parseUrl(value)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}, 'is not an http(s) address')

export const origin = webUrl
  .refine((value) => (parseUrl(value)?.pathname ?? '/') === '/', { error: 'must have no path' })
  .transform((value) => parseUrl(value)?.origin ?? value)

export const urlWith = (protocols: RegExp, error: string) =>
  textThat((value) => protocols.test(parseUrl(value)?.protocol ?? ''), error)

/** The address of a Redis server: one that its client throws at is refused at the start. */
export const redisUrl = urlWith(/^rediss?:$/, 'is not a redis:// address')
  .refine((value) => /^\/?\d*$/.test(parseUrl(value)?.pathname ?? ''), {
    error: 'has a path that is not the number of a database, such as /1',
  })
  .refine((value) => isDecodable(parseUrl(value)), {
    error: 'has a % in its user name or password that is not written as %25',
  })

function isDecodable(url: URL | null): boolean {
  try {
    for (const part of [url?.username, url?.password]) decodeURIComponent(part ?? '')
    return true
  } catch {
    return false
  }
}

/**
 * The address of a PostgreSQL server. node-postgres takes `prefer`, `require`, and `verify-ca` for
 * `verify-full`, but prints a warning in each process that its next version will not. Written out,
 * the certificate stays checked.
 */
export const postgresUrl = urlWith(/^postgres(ql)?:$/, 'is not a postgresql:// address').transform(
  (address) => address.replace(/(?<=^[^?#]*\?)[^#]*/, withStrictSsl),
)

/** Only in the query of an address: a password may contain the same characters. */
function withStrictSsl(query: string): string {
  if (/(?:^|&)uselibpqcompat=true(?=[&#]|$)/.test(query)) return query
  return query.replace(
    /(?<=^|&)sslmode=(?:prefer|require|verify-ca)(?=[&#]|$)/g,
    'sslmode=verify-full',
  )
}

export const base64Key = textThat(
  (value) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) && Buffer.from(value, 'base64').length === 32,
  'is not 32 bytes in base64',
)

/** Whether data sent to a URL can be read in transit: it is not https, and not on this machine. */
export function isClear(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' && !isLoopback(hostname)
}

/** Checks that the address of a server cannot be reached in plain text. */
export const checkHttps = (address: string) =>
  isClear(address) ? 'must be https in production' : null

/** The value in `.env.example`, which must be replaced in a copy of the file. */
export const EXAMPLE_JWT_SECRET = 'replace-me-with-48-random-characters-or-more'

/** What makes a secret easy to guess; null if nothing does. */
export function checkSecret(secret: string): string | null {
  if (secret.length < 32) return 'must have at least 32 characters'
  return new Set(secret).size < 8 || secret === EXAMPLE_JWT_SECRET ? 'must be random' : null
}

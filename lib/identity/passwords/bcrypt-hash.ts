import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { encodeBase64 } from 'bcryptjs'
import { processSingleton } from '@/lib/config/process-singleton'
import { runHashTask } from '@/lib/identity/passwords/hash-thread'
import { traced } from '@/lib/platform/trace'
import { WorkQueue } from '@/lib/platform/work-queue'
import { shareOfWorker } from '@/lib/platform/workers/primary-channel'

const COST = 12
const SALT_BYTES = 16
/** `$2b$12$` and the salt in 22 characters. */
const SALT_END = 29
/**
 * bcrypt ignores everything after this (Provos and Mazières 1999, §4); longer passwords would match
 * by their first 72 bytes.
 */
export const BCRYPT_MAX_BYTES = 72
/** An imported hash of cost 16 would take five seconds, so it counts as unreadable. */
const MAX_COST = 15
const FORM = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** bcryptjs is written in JavaScript: one thread per core, two at most. */
const THREADS = Math.min(2, availableParallelism())

/** The queue of bcrypt hashes in this process. */
export const bcryptQueue = () =>
  processSingleton(
    'bcrypt-queue',
    () =>
      new WorkQueue({
        concurrency: shareOfWorker(THREADS),
        maxWaiting: 128,
        certainWaiting: 0,
        maxWaitSeconds: 1,
      }),
  )

/**
 * Hashes with cost 12 (`$2b$…`) and the given salt of 16 bytes (random if omitted). Throws
 * RefusedError (`overloaded`).
 */
export function hashWithBcrypt(password: string, salt?: Uint8Array): Promise<string> {
  return hashWith(password, salt ? `$2b$${COST}$${encodeBase64(salt, SALT_BYTES)}` : COST)
}

/**
 * Hashes with the cost and salt of another hash, which must be readable. Throws RefusedError
 * (`overloaded`).
 */
export function rehashWithBcrypt(password: string, hash: string): Promise<string> {
  return hashWith(password, hash.slice(0, SALT_END))
}

async function hashWith(password: string, salt: string | number): Promise<string> {
  return String(await inSpan(() => runHashTask({ kind: 'bcrypt-hash', password, salt })))
}

/**
 * Whether `password` matches `hash`, which must be readable. Throws RefusedError
 * (`overloaded`).
 */
export async function matchesBcrypt(password: string, hash: string): Promise<boolean> {
  return (await inSpan(() => runHashTask({ kind: 'bcrypt-verify', password, hash }))) === true
}

/**
 * Whether `text` is a bcrypt hash (`$2a$`, `$2b$` or `$2y$`) that can be verified here at an
 * acceptable cost.
 */
export function isReadableBcrypt(text: string): boolean {
  const cost = costOf(text)
  return cost !== null && cost >= 4 && cost <= MAX_COST
}

/** Whether a readable hash has the cost of new hashes. */
export function isCurrentBcrypt(hash: string): boolean {
  return costOf(hash) === COST
}

/** A hash of no known password, as expensive to verify as a real one. */
export function dummyBcrypt(): string {
  return processSingleton('bcrypt-dummy', () => {
    const tail = Array.from(randomBytes(53), (byte) => ALPHABET[byte & 63]).join('')
    return `$2b$${COST}$${tail}`
  })
}

function costOf(text: string): number | null {
  const match = FORM.exec(text)
  return match ? Number(match[1]) : null
}

/** The span includes the wait for a thread. */
function inSpan<T>(work: () => Promise<T>): Promise<T> {
  return traced({ name: 'hash bcrypt', kind: 'internal' }, () => bcryptQueue().run(work))
}

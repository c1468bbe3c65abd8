import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, type Options, type ParsedHashOptions, parseOptions } from '@node-rs/argon2'
import { processSingleton } from '@/lib/config/process-singleton'
import { runHashTask } from '@/lib/identity/passwords/hash-thread'
import { traced } from '@/lib/platform/trace'
import { WorkQueue } from '@/lib/platform/work-queue'
import { shareOfWorker } from '@/lib/platform/workers/primary-channel'

/**
 * Argon2id with 19 MiB, two passes, one lane: the first choice of OWASP's password storage cheat
 * sheet.
 */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const DIGEST_BYTES = 32
/** `Algorithm.Argon2id` and `Version.V0x13`: ambient const enums have no value at runtime. */
const ARGON2ID = 2 as Algorithm.Argon2id
const VERSION_19 = 1

/** Imported hashes that would take a gigabyte or a minute to verify count as unreadable. */
const MAX_MEMORY_KIB = 262_144
const MAX_PASSES = 16

/**
 * The queue of Argon2 hashes in this process. One thread per core; more would only compete for the
 * cores.
 */
export const argon2Queue = () =>
  processSingleton(
    'argon2-queue',
    () =>
      new WorkQueue({
        concurrency: shareOfWorker(Math.min(4, Math.max(2, availableParallelism()))),
        maxWaiting: 128,
        certainWaiting: 64,
        // Together with the surrounding statements, a refusal is sent within a second.
        maxWaitSeconds: 0.8,
      }),
  )

const OPTIONS = {
  algorithm: ARGON2ID,
  memoryCost: MEMORY_KIB,
  timeCost: PASSES,
  parallelism: LANES,
  outputLen: DIGEST_BYTES,
}

/**
 * Hashes to a PHC string with the parameters above and the given salt (SALT_BYTES long; random if
 * omitted). Throws RefusedError (`overloaded`).
 */
export function hashWithArgon2(password: string, salt?: Uint8Array): Promise<string> {
  return hashWith(password, salt ? { ...OPTIONS, salt } : OPTIONS)
}

/**
 * Hashes with the parameters and salt of another hash, which must be readable. Throws RefusedError
 * (`overloaded`).
 */
export function rehashWithArgon2(password: string, phc: string): Promise<string> {
  const { algorithm, version, memoryCost, timeCost, parallelism, outputLen } = parseOptions(phc)
  const salt = new Uint8Array(Buffer.from(phc.split('$').at(-2) ?? '', 'base64'))
  return hashWith(password, {
    algorithm,
    version,
    memoryCost,
    timeCost,
    parallelism,
    outputLen,
    salt,
  })
}

const SPAN = { name: 'hash argon2', kind: 'internal' } as const

/** The span includes the wait for a thread. */
function inSpan<T>(work: () => Promise<T>): Promise<T> {
  return traced(SPAN, () => argon2Queue().run(work))
}

async function hashWith(password: string, options: Options): Promise<string> {
  return String(await inSpan(() => runHashTask({ kind: 'argon2-hash', password, options })))
}

/**
 * Whether `password` matches `phc`, which must be readable. Throws RefusedError
 * (`overloaded`).
 */
export async function matchesArgon2(password: string, phc: string): Promise<boolean> {
  return (await inSpan(() => runHashTask({ kind: 'argon2-verify', password, hash: phc }))) === true
}

/**
 * Whether `text` is an Argon2 hash (any variant) that can be verified here at an acceptable cost.
 */
export function isReadableArgon2(text: string): boolean {
  const options = read(text)
  return options !== null && options.memoryCost <= MAX_MEMORY_KIB && options.timeCost <= MAX_PASSES
}

/** Whether a readable hash uses the parameters of new hashes. */
export function isCurrentArgon2(phc: string): boolean {
  const options = read(phc)
  return (
    options !== null &&
    options.algorithm === ARGON2ID &&
    Number(options.version) === VERSION_19 &&
    options.memoryCost === MEMORY_KIB &&
    options.timeCost === PASSES &&
    options.parallelism === LANES &&
    options.outputLen === DIGEST_BYTES &&
    options.saltLen >= SALT_BYTES
  )
}

/** A hash of no known password, as expensive to verify as a real one. */
export function dummyArgon2(): string {
  return processSingleton('argon2-dummy', () => {
    const [salt, digest] = [randomBytes(SALT_BYTES), randomBytes(DIGEST_BYTES)].map((bytes) =>
      bytes.toString('base64').replace(/=+$/, ''),
    )
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${salt}$${digest}`
  })
}

function read(text: string): ParsedHashOptions | null {
  try {
    return parseOptions(text)
  } catch {
    return null
  }
}

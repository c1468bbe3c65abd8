import { processSingleton } from '@/lib/config/process-singleton'
import type { FamilyRow } from '@/lib/identity/sessions/family.store'
import type { RefreshClaims } from '@/lib/identity/sessions/session-tokens'
import { Batcher } from '@/lib/platform/batch'
import { timeForDatabase } from '@/lib/platform/clock'
import { database } from '@/lib/platform/db/database'
import { isInvalidValue } from '@/lib/platform/db/database-errors'
import { databaseTime } from '@/lib/platform/db/database-time'
import type { Surface } from '@/lib/platform/request-context'

/**
 * What a rotation returns of the family: everything needed to create the tokens of its new
 * generation.
 */
export type RotatedFamily = Omit<
  FamilyRow,
  | 'credentialGeneration'
  | 'presentedGeneration'
  | 'createdAt'
  | 'rotatedAt'
  | 'secondsSinceRotation'
  | 'rotationKeyHash'
  | 'rotationKeyUsable'
  | 'revokedAt'
  | 'impersonatedById'
  | 'user'
> & { rotatedAt: Date; user: Omit<FamilyRow['user'], 'status'> }

/** One attempt to rotate a family. */
interface Rotation {
  claims: RefreshClaims
  surface: Surface
  keyHash: Uint8Array | null
  ttlSeconds: number
  now: Date
}

/** The columns of RESULT, in order. */
type RotatedRow = [
  userId: string,
  deviceId: Buffer,
  deviceHash: Buffer,
  jtiKey: Buffer,
  amr: string[],
  authTime: Date,
  expiresAt: Date,
  maxExpiresAt: Date,
  rotatedAt: Date,
  email: string,
  name: string | null,
  emailVerifiedAt: Date | null,
  mfaEnabledAt: Date | null,
  roles: string[],
]

/** The values of a rotation with their types, in the order of the parameters. */
const TYPES = {
  id: 'uuid',
  generation: 'int',
  surface: 'surface',
  now: 'timestamptz',
  keyHash: 'bytea',
  ttlSeconds: 'double precision',
  jti: 'bytea',
  at: 'timestamptz',
}
export type RotationValue = keyof typeof TYPES
const NAMES = Object.keys(TYPES) as RotationValue[]

const valuesOf = ({ claims, surface, now, keyHash, ttlSeconds }: Rotation) => [
  claims.sessionId,
  claims.generation,
  surface,
  now.toISOString(),
  keyHash,
  ttlSeconds,
  claims.jti,
  timeForDatabase(now)?.toISOString() ?? null,
]

/** The change of a rotation and its conditions; `value` says where a value comes from. */
function moveOn(value: (name: RotationValue) => string): { set: string; where: string } {
  return {
    set: `
      generation = s.generation + 1,
      rotated_at = ${databaseTime(value('at'))},
      last_used_at = ${value('now')},
      rotation_key_usable = ${value('keyHash')} IS NOT NULL AND rotation_key_hash IS DISTINCT FROM ${value('keyHash')},
      rotation_key_hash = ${value('keyHash')},
      expires_at = LEAST(${value('now')} + make_interval(secs => ${value('ttlSeconds')}), max_expires_at)`,
    where: `s.id = ${value('id')} AND s.generation = ${value('generation')} AND s.surface = ${value('surface')}
      AND revoked_at IS NULL AND expires_at > ${value('now')}
      AND sha256(substring(jti_key FROM 65) || sha256(substring(jti_key FOR 64) || int8send(s.generation::bigint))) = ${value('jti')}
      AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.status = 'active')`,
  }
}

/**
 * Only what the caller doesn't know: reading a column costs the service as much as the database.
 */
const RESULT = `f.user_id, f.device_id, f.device_hash, f.jti_key, f.amr, f.auth_time, f.expires_at, f.max_expires_at,
    f.rotated_at, u.email, u.name, u.email_verified_at, u.mfa_enabled_at,
    ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id ORDER BY r.name)`

/** The statement of a single rotation; `value` says where a value comes from. */
export function rotationOf(value: (name: RotationValue) => string): string {
  const { set, where } = moveOn(value)
  return `
  WITH f AS (UPDATE session_families s SET ${set} WHERE ${where} RETURNING s.*)
  SELECT ${RESULT} FROM f JOIN users u ON u.id = f.user_id`
}

/**
 * Plain text with numbered parameters: the hottest write goes to the pool directly, without
 * Prisma's query interpretation.
 */
const ROTATE_ONE = rotationOf((name) => `$${NAMES.indexOf(name) + 1}::${TYPES[name]}`)

const several = moveOn((name) => `i."${name}"`)

/**
 * The same for several families, one array per parameter. It waits for no lock: a family that
 * someone else is changing has no row in the result. So one locked family delays no other, and two
 * instances cannot deadlock. A family that must not rotate has a row of nulls. Plan: an index
 * lookup per family.
 */
const ROTATE_MANY = `
  WITH i AS (
    SELECT i.* FROM unnest(${NAMES.map((name, at) => `$${at + 1}::${TYPES[name]}[]`).join(', ')})
      WITH ORDINALITY AS i (${NAMES.map((name) => `"${name}"`).join(', ')}, position)
    JOIN session_families s ON s.id = i.id
    ORDER BY s.id FOR NO KEY UPDATE OF s SKIP LOCKED),
  f AS (UPDATE session_families s SET ${several.set} FROM i WHERE ${several.where} RETURNING s.*, i.position)
  SELECT i.position::int, ${RESULT}
  FROM i LEFT JOIN f ON f.position = i.position LEFT JOIN users u ON u.id = f.user_id`

async function rotateOne(rotation: Rotation): Promise<RotatedFamily | null> {
  const statement = { name: 'rotate-family', text: ROTATE_ONE, values: valuesOf(rotation) }
  const { rows } = await database().pool.query<RotatedRow>({ ...statement, rowMode: 'array' })
  return rows[0] ? toFamily(rotation, rows[0]) : null
}

async function rotateMany(
  rotations: readonly Rotation[],
): Promise<(RotatedFamily | null | undefined)[]> {
  const results = rotations.map((): RotatedFamily | null | undefined => undefined)
  const first = firstOfEachFamily(rotations)
  const lists = first.map((at) => valuesOf(rotations[at]!))
  const values = NAMES.map((_, column) => lists.map((list) => list[column]))
  const statement = { name: 'rotate-families', text: ROTATE_MANY, values }
  const query = database().pool.query<[number, ...(RotatedRow | null[])]>({
    ...statement,
    rowMode: 'array',
  })
  // Nothing was written. One invalid attempt must not fail the others that share the statement.
  const answer = await query.catch((error: unknown) => {
    if (isInvalidValue(error)) return { rows: [] }
    throw error
  })
  for (const [position, ...row] of answer.rows) {
    const at = first[position - 1]!
    results[at] = isRotated(row) ? toFamily(rotations[at]!, row) : null
  }
  return results
}

/** A statement updates a row only once. Which of two attempts it would apply is undefined. */
function firstOfEachFamily(rotations: readonly Rotation[]): number[] {
  const seen = new Map<string, number>()
  rotations.forEach(({ claims }, at) => {
    if (!seen.has(claims.sessionId)) seen.set(claims.sessionId, at)
  })
  return [...seen.values()]
}

const isRotated = (row: RotatedRow | null[]): row is RotatedRow => row[0] !== null

function toFamily({ claims, surface }: Rotation, row: RotatedRow): RotatedFamily {
  const [userId, deviceId, deviceHash, jtiKey, amr, authTime, ...rest] = row
  const [expiresAt, maxExpiresAt, rotatedAt, ...owner] = rest
  const [email, name, emailVerifiedAt, mfaEnabledAt, roles] = owner
  return {
    id: claims.sessionId,
    userId,
    surface,
    deviceId,
    deviceHash,
    jtiKey,
    amr,
    authTime,
    expiresAt,
    maxExpiresAt,
    generation: claims.generation + 1,
    rotatedAt,
    user: { email, name, emailVerifiedAt, mfaEnabledAt, roles },
  }
}

/** With two, batches are half as large, and a quiet machine serves a quarter less. */
const MAX_UNDER_WAY = 1
/** A statement of this size takes a few milliseconds. */
const MAX_SIZE = 64
/** Well above the usual time of a statement, and little beside the time limit of one. */
const MAX_WAIT_MS = 25

const batcher = () =>
  processSingleton(
    'rotations',
    () =>
      new Batcher<Rotation, RotatedFamily | null>(
        { one: rotateOne, many: rotateMany },
        { maxUnderWay: MAX_UNDER_WAY, maxSize: MAX_SIZE, maxWaitMs: MAX_WAIT_MS },
      ),
  )

/**
 * Rotates in one statement: the family moves from generation n to n+1 only if it is live, at n, of
 * this surface, and issued the token itself. Of any number of attempts with one token exactly one
 * gets the row; the others get null. Attempts that arrive while a statement is under way share the
 * next one, because a round trip costs more than a rotation.
 */
export function rotateFamily(
  claims: RefreshClaims,
  by: Omit<Rotation, 'claims'>,
): Promise<RotatedFamily | null> {
  return batcher().run({ claims, ...by })
}

import { administer } from '@/lib/access/administer'
import { recordAudit } from '@/lib/audit/record-audit'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type FieldError, type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import type { PresentedProfileField } from '@/lib/profile-fields/profile-field.responses'
import {
  DEFAULT_TEXT_LENGTH,
  LIMIT_TYPES,
  MAX_POSITION,
  MAX_PROFILE_FIELDS,
  type NewProfileField,
  PROFILE_KEY,
  type ProfileFieldPatch,
} from '@/lib/profile-fields/profile-field.schemas'
import {
  findProfileFieldRow,
  insertProfileField,
  listProfileFieldRows,
  lockProfileFields,
  markProfileFieldDeleted,
  updateProfileField,
} from '@/lib/profile-fields/profile-field.store'
import { presentProfileField, type ProfileField } from '@/lib/profile-fields/profile-fields'

const PERMISSION = 'settings:manage'

/** All fields as stored, for those who manage them. */
export async function listManagedFields(): Promise<PresentedProfileField[]> {
  const rows = await listProfileFieldRows(db())
  return rows.map((row) => presentProfileField(row as ProfileField))
}

/** One field. Refuses `not_found`. */
export async function getManagedField(
  key: string,
): Promise<Outcome<{ field: PresentedProfileField }>> {
  const row = await findField(key)
  return row ? { ok: true, field: presentProfileField(row) } : refuse('not_found')
}

async function findField(key: string, from: Db = db()): Promise<ProfileField | null> {
  const row = PROFILE_KEY.test(key) ? await findProfileFieldRow(from, key) : null
  return row && row.deletedAt === null ? (row as ProfileField) : null
}

/**
 * Adds a field. Refuses `conflict` if there are MAX_PROFILE_FIELDS fields already, or if the key is
 * taken, also by a deleted field whose values are still being removed.
 */
export function createProfileField(
  actor: Actor,
  asked: NewProfileField,
  ctx: RequestContext,
): Promise<Outcome<{ field: PresentedProfileField }>> {
  const { key, type } = asked
  const audit = { action: 'profile_field.created', targetId: key } as const
  return administer(ctx, { actor, permission: PERMISSION, audit }, async (tx) => {
    await lockProfileFields(tx)
    const fields = await listProfileFieldRows(tx)
    if (fields.length >= MAX_PROFILE_FIELDS) return refuseAnother()
    const last = fields.at(-1)?.position ?? 0
    const field = changedField(
      {
        key,
        type,
        labelEn: '',
        labelTr: '',
        maxLength: type === 'text' ? DEFAULT_TEXT_LENGTH : null,
        minimum: null,
        maximum: null,
        options: [],
        required: false,
        readableBy: 'user',
        writableBy: 'user',
        position: Math.min(last + 1, MAX_POSITION),
        createdAt: ctx.now,
        updatedAt: ctx.now,
        version: 0,
        deletedAt: null,
      },
      asked,
      ctx.now,
    )
    const errors = faultsOf(field, asked)
    if (errors.length > 0) return refuse('validation_failed', { errors })
    const version = await insertProfileField(tx, storable(field))
    if (version === null) return refuseTakenKey(tx, key)
    const saved = { ...field, version }
    return settle(tx, ctx, actor, saved, { action: 'profile_field.created', details: { type } })
  })
}

interface FieldTarget {
  key: string
  versions?: AcceptedVersions
}

/**
 * Changes a field; undefined keeps a property. Stored values stay as they are, even if they don't
 * fit anymore. Refuses `not_found`, and `precondition_failed` if `versions` lacks that of the
 * field. If nothing differs, nothing is written.
 */
export async function changeProfileField(
  actor: Actor,
  { key, versions, ...patch }: FieldTarget & ProfileFieldPatch,
  ctx: RequestContext,
): Promise<Outcome<{ field: PresentedProfileField }>> {
  // No record names a text that cannot be a key.
  if (!PROFILE_KEY.test(key)) return refuse('not_found')
  const audit = { action: 'profile_field.changed', targetId: key } as const
  return administer(ctx, { actor, permission: PERMISSION, audit }, async (tx) => {
    const found = await lockField(tx, { key, versions })
    if (!found.ok) return found
    const before = found.field
    const field = changedField(before, patch, ctx.now)
    const errors = faultsOf(field, patch)
    if (errors.length > 0) return refuse('validation_failed', { errors })
    const fields = differences(before, field)
    if (fields.length === 0) return { ok: true, field: presentProfileField(before) }
    const version = await updateProfileField(tx, storable(field))
    const saved = { ...field, version }
    return settle(tx, ctx, actor, saved, { action: 'profile_field.changed', details: { fields } })
  })
}

/**
 * Deletes a field: from now on its values are neither shown nor accepted. A job removes them.
 * Refuses `not_found` and, as above, `precondition_failed`.
 */
export async function deleteProfileField(
  actor: Actor,
  { key, versions }: FieldTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!PROFILE_KEY.test(key)) return refuse('not_found')
  const audit = { action: 'profile_field.deleted', targetId: key } as const
  return administer(ctx, { actor, permission: PERMISSION, audit }, async (tx) => {
    const found = await lockField(tx, { key, versions })
    if (!found.ok) return found
    if (!(await markProfileFieldDeleted(tx, key, ctx.now))) return refuse('not_found')
    const { field } = found
    const details = { type: field.type }
    return settle(tx, ctx, actor, field, { action: 'profile_field.deleted', details })
  })
}

async function lockField(
  tx: Tx,
  { key, versions }: FieldTarget,
): Promise<Outcome<{ field: ProfileField }>> {
  await lockProfileFields(tx)
  const field = await findField(key, tx)
  if (!field) return refuse('not_found')
  return checkVersion(field, versions) ?? { ok: true, field }
}

type Change =
  | { action: 'profile_field.created' | 'profile_field.deleted'; details: { type: string } }
  | { action: 'profile_field.changed'; details: { fields: string[] } }

async function settle(
  tx: Tx,
  ctx: RequestContext,
  actor: Actor,
  field: ProfileField,
  change: Change,
): Promise<{ ok: true; field: PresentedProfileField }> {
  await publish(tx, { type: 'settings.changed' })
  const about = { outcome: 'ok', actorId: actor.userId, targetId: field.key } as const
  await recordAudit(tx, ctx, { ...about, ...change })
  return { ok: true, field: presentProfileField(field) }
}

function changedField(before: ProfileField, patch: ProfileFieldPatch, now: Date): ProfileField {
  return {
    ...before,
    ...(patch.label && changedLabel(before, patch.label)),
    maxLength: patch.max_length ?? before.maxLength,
    minimum: patch.minimum === undefined ? before.minimum : patch.minimum,
    maximum: patch.maximum === undefined ? before.maximum : patch.maximum,
    options: patch.options ?? before.options,
    required: patch.required ?? before.required,
    readableBy: patch.readable_by ?? before.readableBy,
    writableBy: patch.writable_by ?? before.writableBy,
    position: patch.position ?? before.position,
    updatedAt: now,
  }
}

/** A label that has no translation stays without one: its Turkish text is the English one. */
function changedLabel(before: ProfileField, { en, tr }: NewProfileField['label']) {
  const isTranslated = before.labelTr !== before.labelEn
  return { labelEn: en, labelTr: tr ?? (isTranslated ? before.labelTr : en) }
}

/** What contradicts itself in a field that was set to `asked`. */
function faultsOf(field: ProfileField, asked: ProfileFieldPatch): FieldError[] {
  const { type, minimum, maximum, options } = field
  const errors = Object.entries(LIMIT_TYPES)
    .filter(
      ([name, of]) => (asked[name as keyof typeof LIMIT_TYPES] ?? null) !== null && of !== type,
    )
    .map(([name]) => fieldError([name], 'other_field_type'))
  if (type === 'choice' && options.length === 0) errors.push(fieldError(['options'], 'required'))
  if (new Set(options).size < options.length)
    errors.push(fieldError(['options'], 'repeated_option'))
  if (minimum !== null && maximum !== null && minimum > maximum)
    errors.push(fieldError(['maximum'], 'out_of_range'))
  // What users write, they must be able to see, and what they must fill in, they must write.
  if (field.writableBy === 'user' && field.readableBy !== 'user')
    errors.push(fieldError(['writable_by'], 'unreadable_field'))
  else if (field.required && field.writableBy !== 'user')
    errors.push(fieldError(['required'], 'unwritable_field'))
  return errors
}

function differences(before: ProfileField, after: ProfileField): string[] {
  const [one, other] = [presentProfileField(before), presentProfileField(after)]
  return (Object.keys(one) as (keyof PresentedProfileField)[]).filter(
    (name) => name !== 'updated_at' && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  )
}

const storable = (field: ProfileField) => ({ ...field, options: [...field.options] })

async function refuseTakenKey(tx: Tx, key: string): Promise<Refusal> {
  const removing = !(await findField(key, tx))
  const detail = removing
    ? 'The values of a deleted field with this key are still being removed. Try again in a few minutes.'
    : 'Another field has this key.'
  const code = removing ? 'key_being_removed' : 'key_taken'
  return refuse('conflict', { detail, errors: [{ pointer: '/key', code, detail }] })
}

function refuseAnother(): Refusal {
  const detail = `There can be at most ${MAX_PROFILE_FIELDS} fields. Delete one first.`
  return refuse('conflict', { detail, limit: MAX_PROFILE_FIELDS })
}

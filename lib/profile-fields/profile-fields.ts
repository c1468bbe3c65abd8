import { processSingleton } from '@/lib/config/process-singleton'
import { subscribe } from '@/lib/platform/bus/bus'
import { InvalidatingCache } from '@/lib/platform/bus/invalidating-cache'
import { type Db, db, type Tx } from '@/lib/platform/db/database'
import type { PresentedProfileField } from '@/lib/profile-fields/profile-field.responses'
import type { ProfileAudience, ProfileFieldType } from '@/lib/profile-fields/profile-field.schemas'
import {
  listProfileFieldRows,
  type ProfileFieldRow,
  shareProfileFields,
} from '@/lib/profile-fields/profile-field.store'

/** A field that administrators added to profiles. Shared between callers; never mutated. */
export type ProfileField = Readonly<Omit<ProfileFieldRow, 'type' | 'readableBy' | 'writableBy'>> & {
  readonly type: ProfileFieldType
  readonly readableBy: ProfileAudience
  readonly writableBy: ProfileAudience
}

const TTL_SECONDS = 60
const ALL = 'all'

const cache = () =>
  processSingleton('profile-fields-cache', () => {
    const values = new InvalidatingCache<readonly ProfileField[]>({
      max: 1,
      ttlSeconds: TTL_SECONDS,
    })
    subscribe(({ type }) => {
      if (type === 'settings.changed' || type === 'resync') values.clear()
    })
    return values
  })

/**
 * All profile fields in the order in which they are shown, from memory while that is current: a
 * change reaches every instance within a second.
 */
export async function listProfileFields(): Promise<readonly ProfileField[]> {
  return (await cache().get(ALL, () => readProfileFields(db()))) ?? []
}

/** All profile fields, which stay as they are until `tx` ends. For storing values. */
export async function holdProfileFields(tx: Tx): Promise<readonly ProfileField[]> {
  await shareProfileFields(tx)
  return readProfileFields(tx)
}

const readProfileFields = async (from: Db): Promise<readonly ProfileField[]> =>
  (await listProfileFieldRows(from)) as ProfileField[]

export function presentProfileField(row: ProfileField): PresentedProfileField {
  return {
    key: row.key,
    type: row.type,
    label: { en: row.labelEn, tr: row.labelTr },
    max_length: row.maxLength,
    minimum: row.minimum,
    maximum: row.maximum,
    options: [...row.options],
    required: row.required,
    readable_by: row.readableBy,
    writable_by: row.writableBy,
    position: row.position,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}

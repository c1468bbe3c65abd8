import { db } from '@/lib/platform/db/database'
import { createProfileField } from '@/lib/profile-fields/manage-profile-fields'
import { profileFieldBody } from '@/lib/profile-fields/profile-field.schemas'
import { OPERATOR } from '@/lib/platform/request-context'
import { testContext } from '@/tests/kit/test-context'

let made = 0

/** Creates a profile field, by default a text that users read and write. Returns its key. */
export async function makeProfileField(asked: object = {}): Promise<string> {
  const key = `field_${++made}`
  const body = { key, type: 'text', label: { en: 'Label', tr: 'Etiket' }, ...asked }
  const parsed = profileFieldBody.parse(body)
  const result = await createProfileField(OPERATOR, parsed, testContext())
  if (!result.ok) throw new Error(JSON.stringify(result))
  return parsed.key
}

/** Deletes all profile fields with all values. */
export async function clearProfileFields(): Promise<void> {
  await db().profileField.deleteMany()
  await db().user.updateMany({ data: { profile: {} } })
}

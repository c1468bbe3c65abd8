import { checkKeys } from '@/lib/settings/check-keys'
import { failed, ok, type Verdict, warning } from '@/server/ctl/doctor-checks'

/** Whether the keys of the settings are those of the open database. */
export async function examineKeys(): Promise<Verdict[]> {
  const { examined, faults } = await checkKeys()
  if (faults.length > 0)
    return faults.map(({ breaks, message }) => (breaks ? failed(message) : warning(message)))
  return [
    ok(
      examined === 0
        ? 'No secret is stored yet.'
        : `The configured keys decrypt the stored secrets (examined: ${examined}).`,
    ),
  ]
}

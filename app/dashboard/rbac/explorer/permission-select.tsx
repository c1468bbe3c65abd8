import { SelectField } from '@/components/forms/select-field'
import type { Messages } from '@/lib/i18n/messages'
import type { ListedPermission } from '@/lib/rbac-admin/list-permissions'
import { meaningOf } from '@/app/dashboard/rbac/meaning-of'

interface PermissionSelectProps {
  permissions: readonly ListedPermission[]
  /** What the address asks about, which may be no permission at all. */
  asked: string | null
  messages: Messages
}

/** A choice of one permission, with what it allows; what was asked about stays, whether it is one or not. */
export function PermissionSelect({ permissions, asked, messages }: PermissionSelectProps) {
  const known = permissions.map(({ name }) => ({
    value: name,
    label: [name, meaningOf(name, messages)].filter(Boolean).join(' – '),
  }))
  const strange = asked && !known.some(({ value }) => value === asked) ? [{ value: asked, label: asked }] : []
  return (
    <SelectField name="permission" label={messages.explorer.permission} options={[...strange, ...known]} />
  )
}

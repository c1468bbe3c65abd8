import { Minus, Plus } from 'lucide-react'
import { meaningOf } from '@/app/dashboard/rbac/meaning-of'
import type { Messages } from '@/lib/i18n/messages'
import type { RolePreview } from '@/lib/rbac-admin/preview-role'

interface PermissionChangesProps {
  preview: RolePreview
  /** Those that left the service and would be taken out. */
  gone: readonly string[]
  messages: Messages
}

/** Which permissions would come to a role, and which would go. */
export function PermissionChanges({ preview, gone, messages }: PermissionChangesProps) {
  const texts = messages.roles.review
  if (preview.adds.length + preview.removes.length + gone.length === 0)
    return <p className="text-muted">{texts.samePermissions}</p>
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Group title={texts.adds} names={preview.adds} sign="plus" messages={messages} />
      <Group title={texts.removes} names={preview.removes} sign="minus" messages={messages} />
      <Group title={texts.removesRetired} names={gone} sign="minus" messages={messages} />
    </div>
  )
}

interface GroupProps {
  title: string
  names: readonly string[]
  sign: 'plus' | 'minus'
  messages: Messages
}

function Group({ title, names, sign, messages }: GroupProps) {
  if (names.length === 0) return null
  const Icon = sign === 'plus' ? Plus : Minus
  return (
    <section>
      <h3 className="text-[0.8125rem] text-muted">{title}</h3>
      <ul className="mt-1 grid gap-1.5">
        {names.map((name) => (
          <li key={name} className="flex items-start gap-2">
            <Icon
              aria-hidden
              className={`mt-0.5 size-4 shrink-0 ${sign === 'plus' ? 'text-success' : 'text-danger'}`}
            />
            <span className="min-w-0">
              <span className="block font-mono text-[0.8125rem] break-all">{name}</span>
              <span className="block text-[0.8125rem] text-muted">{meaningOf(name, messages)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Checkbox } from '@/components/ui/checkbox'
import { Badge } from '@/components/ui/badge'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import { roleDescription } from '@/lib/i18n/role-description'
import type { RoleChoice } from '@/lib/users-admin/list-role-choices'
import { roleFieldName } from '@/lib/web/role-fields'

interface RoleBoxProps {
  role: RoleChoice
  held: boolean
  /** It cannot be taken away: there would be no administrator any more. */
  kept: boolean
  messages: Messages
}

/** A role to tick; one that cannot be given, or not be taken, says why. */
export function RoleBox({ role, held, kept, messages }: RoleBoxProps) {
  const texts = messages.userDetail.roles
  const description = roleDescription(role, messages.roles)
  const name = roleFieldName(role.id)
  const reason = kept ? texts.kept : role.grantable ? null : notGrantable(role, texts)
  return (
    <li className="has-[:enabled]:hover:bg-hover">
      {/* The browser leaves a disabled box out of what it posts. */}
      {kept ? <input type="hidden" name={name} value={role.name} /> : null}
      <label className="flex items-start gap-3 px-4 py-3 has-[:enabled]:cursor-pointer">
        <Checkbox
          name={name}
          value={role.name}
          defaultChecked={held}
          disabled={reason !== null}
          aria-describedby={`${name}-about`}
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium break-words">{role.name}</span>
            {role.isSystem ? <Badge>{texts.system}</Badge> : null}
          </span>
          <span id={`${name}-about`} className="block text-[0.8125rem] text-muted">
            {description ? <span className="block break-words">{description}</span> : null}
            {reason ? <span className="block break-words">{reason}</span> : null}
          </span>
        </span>
      </label>
    </li>
  )
}

function notGrantable({ missing }: RoleChoice, texts: Messages['userDetail']['roles']): string {
  return missing.length > 0
    ? formatMessage(texts.notGrantableFor, { permissions: missing.join(', ') })
    : texts.notGrantable
}

import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import { findGrantors } from '@/lib/rbac-admin/find-grantors'

interface WhomToAskProps {
  permission: PermissionName
  reader: Principal | null
  messages: Messages
}

/** Who can give a permission, by name and address, to readers who may know; to others, that an administrator can. */
export async function WhomToAsk({ permission, reader, messages }: WhomToAskProps) {
  const texts = messages.pages.forbidden
  const grantors = reader && (await findGrantors(reader, permission))
  if (!grantors) return <p className="text-muted">{texts.askAdministrator}</p>
  if (grantors.length === 0) return <p className="text-muted">{texts.noGrantor}</p>
  return (
    <section className="w-full rounded-xl border border-line bg-surface text-left shadow-card">
      <h2 className="px-5 pt-4 text-[0.8125rem] text-muted">{texts.askTitle}</h2>
      <ul className="divide-y divide-line">
        {grantors.map(({ id, email, name }) => (
          <li key={id} className="px-5 py-2.5">
            {name ? <span className="block font-medium break-words">{name}</span> : null}
            <a
              href={`mailto:${email}`}
              className="inline-block min-h-6 rounded-xs py-0.5 font-medium break-all text-accent underline decoration-line-strong underline-offset-3 hover:decoration-current"
            >
              {email}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

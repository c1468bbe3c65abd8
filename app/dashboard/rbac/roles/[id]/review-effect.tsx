import { PersonLink } from '@/app/dashboard/rbac/labels'
import { Badge } from '@/components/ui/badge'
import type { RolePreview } from '@/lib/access/preview-role'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { can, type Principal } from '@/lib/platform/request-context'

/** How many users are named; the rest are only counted. */
const NAMED = 5

interface ReviewEffectProps {
  preview: RolePreview
  actor: Principal
  locale: Locale
  messages: Messages
}

/** Which users would gain or lose which permissions. */
export function ReviewEffect({ preview, ...about }: ReviewEffectProps) {
  const texts = about.messages.roles.review
  const { gains, loses } = preview
  const none = gains.count + loses.count === 0
  return (
    <div className="grid gap-5 border-t border-line pt-5">
      {none ? <p className="font-medium">{texts.noEffect}</p> : null}
      {none ? null : (
        <>
          <Group effect={gains} title={texts.gains} emptyText={texts.noGains} {...about} />
          <Group effect={loses} title={texts.loses} emptyText={texts.noLosses} {...about} />
        </>
      )}
      <p className="text-[0.8125rem] text-muted">{texts.elsewhere}</p>
    </div>
  )
}

interface GroupProps extends Omit<ReviewEffectProps, 'preview'> {
  effect: RolePreview['gains']
  title: { one: string; other: string }
  emptyText: string
}

function Group({ effect, title, emptyText, actor, locale, messages }: GroupProps) {
  const { review, statuses } = messages.roles
  if (effect.count === 0) return <p className="text-muted">{emptyText}</p>
  const named = effect.users.slice(0, NAMED)
  const others = effect.count - named.length
  return (
    <section>
      <h3 className="font-medium">{formatCount(title, effect.count, locale)}</h3>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line">
        {named.map((person) => (
          <li key={person.id} className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-2">
            <span className="flex min-w-0 flex-wrap items-start gap-2">
              <PersonLink person={person} link={can(actor, 'users:read')} />
              {person.id === actor.userId ? <Badge tone="accent">{review.you}</Badge> : null}
              {person.status === 'active' ? null : (
                <Badge tone="warning">{statuses[person.status]}</Badge>
              )}
            </span>
            <span className="min-w-0 font-mono text-[0.8125rem] break-words text-muted">
              {person.permissions.join(', ')}
            </span>
          </li>
        ))}
        {others > 0 ? (
          <li className="px-4 py-2.5 text-muted">{formatCount(review.others, others, locale)}</li>
        ) : null}
      </ul>
    </section>
  )
}

import { ArrowRight, CircleCheck, CircleX } from 'lucide-react'
import { GrantingRoles } from '@/app/dashboard/rbac/explorer/who-view'
import { PersonLink } from '@/app/dashboard/rbac/labels'
import { PermissionMeaning } from '@/app/dashboard/rbac/permission-meaning'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardFooter, Fact } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import type { Explanation } from '@/lib/access/explain-permission'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { can, type Principal } from '@/lib/platform/request-context'
import { whoPath } from '@/lib/web/explorer-query'
import { pagePath } from '@/lib/web/page-address'

interface DecisionProps {
  person: { id: string; email: string | null; name: string | null }
  explanation: Explanation
  actor: Principal
  locale: Locale
  messages: Messages
}

/**
 * Whether a user has a permission, why, and the path from the user through roles to the permission.
 */
export function Decision({ person, explanation, actor, messages }: DecisionProps) {
  const texts = messages.explorer
  const { permission, decision, reason, path, roles } = explanation
  const allowed = decision === 'allow'
  const Icon = allowed ? CircleCheck : CircleX
  const name = person.email ?? person.id
  return (
    <Card aria-label={texts.result}>
      <CardBody className="grid gap-5">
        <div className="flex items-start gap-3">
          <Icon
            aria-hidden
            className={`mt-0.5 size-5 shrink-0 ${allowed ? 'text-success' : 'text-danger'}`}
          />
          <div className="min-w-0">
            <h2 className="text-base font-semibold tracking-tight">
              {allowed ? texts.allow : texts.deny}
            </h2>
            <p className="mt-0.5 break-words">
              {formatMessage(texts.reasons[reason], { person: name })}
            </p>
          </div>
        </div>
        {path.length > 0 ? (
          <ul className="grid gap-2">
            {path.map((step) => (
              <li key={step.role_id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="min-w-0 break-all">{name}</span>
                <Step />
                <TextLink
                  alone
                  href={pagePath('/dashboard/rbac/roles/[id]', step.role_id)}
                  className="break-all"
                >
                  {step.role}
                </TextLink>
                <Step />
                <code className="font-mono text-[0.8125rem]">{permission}</code>
              </li>
            ))}
          </ul>
        ) : null}
        <dl className="grid gap-4 border-t border-line pt-5 sm:grid-cols-2">
          <Fact term={texts.person}>
            <PersonLink person={person} link={can(actor, 'users:read')} />
          </Fact>
          <Fact term={texts.permission}>
            <code className="font-mono text-[0.8125rem] break-all">{permission}</code>
            <span className="block text-[0.8125rem] text-muted">
              <PermissionMeaning name={permission} messages={messages} />
            </span>
          </Fact>
          <Fact term={texts.roles}>{roles.length > 0 ? roles.join(', ') : texts.noRoles}</Fact>
          <Fact term={texts.accountStatus}>
            <Badge tone={explanation.account_status === 'active' ? 'success' : 'warning'}>
              {messages.roles.statuses[explanation.account_status]}
            </Badge>
          </Fact>
          {path.length === 0 && reason !== 'permission_unknown' ? (
            <Fact term={texts.givenBy}>
              <GrantingRoles permission={permission} texts={texts} />
            </Fact>
          ) : null}
        </dl>
      </CardBody>
      {reason === 'permission_unknown' ? null : (
        <CardFooter>
          <TextLink alone href={whoPath(permission)}>
            {texts.whoElse}
          </TextLink>
        </CardFooter>
      )}
    </Card>
  )
}

const Step = () => <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />

import { Decision } from '@/app/dashboard/rbac/explorer/decision'
import { PermissionSelect } from '@/app/dashboard/rbac/explorer/permission-select'
import { PickPerson } from '@/app/dashboard/rbac/explorer/pick-person'
import type { ViewProps } from '@/app/dashboard/rbac/explorer/view-props'
import { NothingHere } from '@/components/data-table/nothing-here'
import { Field } from '@/components/forms/field'
import { QueryForm } from '@/components/forms/query-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format-message'
import { can } from '@/lib/rbac/can'
import { askedPermission } from '@/lib/rbac-admin/role.schemas'
import { explainPermission } from '@/lib/rbac-admin/explain-permission'
import { findPerson } from '@/lib/rbac-admin/find-person'
import { listPermissions } from '@/lib/rbac-admin/list-permissions'
import { EXPLORER } from '@/lib/web/explorer-query'
import { findAskedPerson } from '@/app/dashboard/rbac/explorer/find-asked-person'

/** Why one person has a permission, or why not. */
export async function WhyView({ query, actor, locale, messages }: ViewProps) {
  const texts = messages.explorer
  const permissions = await listPermissions()
  const asked = await findAskedPerson(query, actor)
  const parsed = askedPermission.safeParse(query.permission ?? permissions[0]?.name)
  const permission = parsed.success ? parsed.data : ''
  const person = asked.userId ? await findPerson(actor, asked.userId) : null
  const explained = person ? await explainPermission(person.id, permission) : null
  const searches = can(actor, 'users:list')
  return (
    <div className="grid gap-6">
      <QueryForm
        action={EXPLORER}
        aria-label={texts.tabs.why}
        values={{ person: person?.email ?? person?.id ?? query.person ?? query.userId ?? '', permission }}
        errors={asked.fault ? { person: texts[asked.fault] } : {}}
        className="grid items-start gap-4 sm:grid-cols-2"
      >
        <Field
          name="person"
          type="search"
          label={searches ? texts.person : texts.personId}
          hint={searches ? texts.personHint : formatMessage(texts.personIdHint, { permission: 'users:list' })}
          maxLength={256}
          autoComplete="off"
        />
        <PermissionSelect permissions={permissions} asked={query.permission} messages={messages} />
        <div>
          <Button type="submit">{texts.ask}</Button>
        </div>
      </QueryForm>
      {person && explained?.ok ? (
        <Decision
          person={person}
          explanation={explained.explanation}
          actor={actor}
          locale={locale}
          messages={messages}
        />
      ) : asked.userId ? (
        <Card>
          <NothingHere title={texts.noPersonTitle} text={texts.noId} />
        </Card>
      ) : asked.candidates.length > 0 ? (
        <PickPerson
          candidates={asked.candidates}
          more={asked.more}
          permission={query.permission}
          messages={messages}
        />
      ) : query.person && !asked.fault ? (
        <Card>
          <NothingHere
            title={texts.noPersonTitle}
            text={formatMessage(texts.noPersonText, { text: query.person })}
          />
        </Card>
      ) : asked.fault ? null : (
        <p className="text-muted">{texts.start}</p>
      )}
    </div>
  )
}

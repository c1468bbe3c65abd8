import { describePermission, PersonLink } from '@/app/dashboard/rbac/labels'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { QueryForm } from '@/components/forms/bare-forms'
import { SelectField } from '@/components/forms/fields'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { type ListedPermission, listPermissions } from '@/lib/access/catalog'
import { type Holder, listGrantingRoles, listHolders } from '@/lib/access/explain-permission'
import { askedPermission } from '@/lib/access/role.schemas'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { can, type Principal } from '@/lib/platform/request-context'
import { type ExplorerQuery, whoPath, whyPath } from '@/lib/web/explorer-query'
import { listFrom } from '@/lib/web/list-from'
import { pagePath } from '@/lib/web/page-address'

/** Props of each view of the access explorer. */
export interface ExplorerViewProps {
  query: ExplorerQuery
  actor: Principal
  locale: Locale
  messages: Messages
}

const PAGE_SIZE = 50

/** All users who have a permission, newest account first. */
export async function WhoView({ query, actor, locale, messages }: ExplorerViewProps) {
  const texts = messages.explorer
  const permissions = await listPermissions()
  const { permission, cursor } = query
  return (
    <div className="grid gap-6">
      <QueryForm
        action={pagePath('/dashboard/rbac/explorer')}
        aria-label={texts.tabs.who}
        values={{ permission: permission ?? '' }}
        className="grid max-w-xl gap-4"
      >
        <input type="hidden" name="view" value="who" />
        <PermissionSelect permissions={permissions} selected={permission} messages={messages} />
        <div>
          <Button type="submit">{texts.list}</Button>
        </div>
      </QueryForm>
      {permission ? (
        <Holders
          permission={permission}
          listed={await holdersOf(actor, permission, cursor)}
          {...{ actor, locale, messages }}
        />
      ) : (
        <p className="text-muted">{texts.startWho}</p>
      )}
    </div>
  )
}

type Listed = Awaited<ReturnType<typeof holdersOf>>

async function holdersOf(actor: Principal, permission: string, cursor: string | null) {
  if (!askedPermission.safeParse(permission).success) return null
  const by = { permission, limit: PAGE_SIZE }
  const listed = await listFrom(
    cursor,
    (cursor) => listHolders(actor, { ...by, cursor }),
    ({ holders }) => holders.length === 0,
  )
  return listed.ok ? listed : null
}

interface HoldersProps extends Omit<ExplorerViewProps, 'query'> {
  permission: string
  /** Null if the permission never existed. */
  listed: Listed
}

function Holders({ permission, listed, actor, messages }: HoldersProps) {
  const texts = messages.explorer
  if (!listed) return <p role="alert">{texts.reasons.permission_unknown}</p>
  const { holders, nextCursor, cursor } = listed
  return (
    <Card>
      <CardBody className="border-b border-line py-4">
        <p className="mb-0.5 text-[0.8125rem] text-muted">{texts.givenBy}</p>
        <GrantingRoles permission={permission} texts={texts} />
      </CardBody>
      {holders.length > 0 ? (
        <HolderTable holders={holders} permission={permission} actor={actor} messages={messages} />
      ) : (
        <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
      )}
      <Pager
        first={cursor ? whoPath(permission) : null}
        next={nextCursor && whoPath(permission, nextCursor)}
        texts={{ first: texts.first, next: texts.more }}
      />
    </Card>
  )
}

interface PermissionSelectProps {
  permissions: readonly ListedPermission[]
  /** The permission named in the URL, which may not exist. */
  selected: string | null
  messages: Messages
}

/**
 * A select of one permission, with its description. It keeps the requested value even if no such
 * permission exists.
 */
export function PermissionSelect({ permissions, selected, messages }: PermissionSelectProps) {
  const known = permissions.map(({ name, application, description }) => {
    const meaning = application ? description : describePermission(name, messages)
    return { value: name, label: [name, meaning].filter(Boolean).join(' – ') }
  })
  const strange =
    selected && !known.some(({ value }) => value === selected)
      ? [{ value: selected, label: selected }]
      : []
  return (
    <SelectField
      name="permission"
      label={messages.explorer.permission}
      options={[...strange, ...known]}
    />
  )
}

interface HolderTableProps {
  holders: readonly Holder[]
  permission: string
  actor: Principal
  messages: Messages
}

/** Users who have a permission, one per row, with the roles that grant it. */
function HolderTable({ holders, permission, actor, messages }: HolderTableProps) {
  const texts = messages.explorer
  const { columns } = texts
  return (
    <Table label={texts.tabs.who}>
      <thead>
        <tr>
          <ColumnHeader>{columns.person}</ColumnHeader>
          <ColumnHeader className="max-sm:hidden">{columns.roles}</ColumnHeader>
          <ColumnHeader>
            <span className="sr-only">{columns.actions}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {holders.map((holder) => (
          <tr key={holder.id}>
            <Cell>
              <PersonLink person={holder} link={can(actor, 'users:read')} />
              <span className="block text-[0.8125rem] break-words text-muted sm:hidden">
                {columns.roles}: {holder.roles.join(', ')}
              </span>
            </Cell>
            <Cell className="break-words text-muted max-sm:hidden">{holder.roles.join(', ')}</Cell>
            <Cell className="text-right">
              <TextLink
                alone
                href={whyPath(holder.id, permission)}
                aria-label={formatMessage(texts.whyOf, { person: holder.email ?? holder.id })}
              >
                {texts.whyLink}
              </TextLink>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const SHOWN = 12

/** The roles that grant the permission. */
export async function GrantingRoles({
  permission,
  texts,
}: {
  permission: string
  texts: Messages['explorer']
}) {
  const { roles, more } = await listGrantingRoles(permission, SHOWN)
  if (roles.length === 0) return <span className="text-muted">{texts.givenByNone}</span>
  return (
    <span className="flex flex-wrap gap-x-3">
      {roles.map(({ id, name }) => (
        <TextLink
          key={id}
          alone
          href={pagePath('/dashboard/rbac/roles/[id]', id)}
          className="break-all"
        >
          {name}
        </TextLink>
      ))}
      {more ? <span className="py-0.5 text-muted">{texts.givenByMore}</span> : null}
    </span>
  )
}

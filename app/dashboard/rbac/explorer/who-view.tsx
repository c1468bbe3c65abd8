import { GrantingRoles } from '@/app/dashboard/rbac/explorer/granting-roles'
import { HolderTable } from '@/app/dashboard/rbac/explorer/holder-table'
import { PermissionSelect } from '@/app/dashboard/rbac/explorer/permission-select'
import type { ViewProps } from '@/app/dashboard/rbac/explorer/view-props'
import { NothingHere } from '@/components/data-table/nothing-here'
import { Pager } from '@/components/data-table/pager'
import { QueryForm } from '@/components/forms/query-form'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import type { Principal } from '@/lib/platform/request-context'
import { listHolders } from '@/lib/rbac-admin/list-holders'
import { listPermissions } from '@/lib/rbac-admin/list-permissions'
import { askedPermission } from '@/lib/rbac-admin/role.schemas'
import { EXPLORER, whoCanAddress } from '@/lib/web/explorer-query'

const PAGE_SIZE = 50

/** Everybody who has a permission, newest account first. */
export async function WhoView({ query, actor, locale, messages }: ViewProps) {
  const texts = messages.explorer
  const permissions = await listPermissions()
  const { permission, cursor } = query
  return (
    <div className="grid gap-6">
      <QueryForm
        action={EXPLORER}
        aria-label={texts.tabs.who}
        values={{ permission: permission ?? '' }}
        className="grid max-w-xl gap-4"
      >
        <input type="hidden" name="view" value="who" />
        <PermissionSelect permissions={permissions} asked={permission} messages={messages} />
        <div>
          <Button type="submit">{texts.list}</Button>
        </div>
      </QueryForm>
      {permission ? (
        <Holders
          permission={permission}
          listed={await holdersOf(actor, permission, cursor)}
          continued={cursor !== null}
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
  const asked = await listHolders(actor, { ...by, cursor })
  // A cursor that somebody typed is no reason to show nothing.
  const listed = asked.ok || cursor === null ? asked : await listHolders(actor, by)
  return listed.ok ? listed : null
}

interface HoldersProps extends Omit<ViewProps, 'query'> {
  permission: string
  /** Null where there never was such a permission. */
  listed: Listed
  continued: boolean
}

function Holders({ permission, listed, continued, actor, messages }: HoldersProps) {
  const texts = messages.explorer
  if (!listed) return <p role="alert">{texts.reasons.permission_unknown}</p>
  const { holders, nextCursor } = listed
  return (
    <Card>
      <CardBody className="border-b border-line py-4">
        <p className="mb-0.5 text-[0.8125rem] text-muted">{texts.givenBy}</p>
        <GrantingRoles permission={permission} texts={texts} />
      </CardBody>
      {holders.length > 0 ? (
        <HolderTable holders={holders} permission={permission} actor={actor} messages={messages} />
      ) : (
        <NothingHere title={texts.emptyTitle} text={texts.emptyText} />
      )}
      <Pager
        first={continued ? whoCanAddress(permission) : null}
        next={nextCursor && whoCanAddress(permission, nextCursor)}
        texts={{ first: texts.first, next: texts.more }}
      />
    </Card>
  )
}

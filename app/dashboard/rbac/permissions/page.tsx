import { Check, Minus } from 'lucide-react'
import { Fragment } from 'react'
import { describePermission } from '@/app/dashboard/rbac/labels'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { PageHeader } from '@/components/layout/page-header'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { type ListedPermission, listPermissions } from '@/lib/access/catalog'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { whoPath } from '@/lib/web/explorer-query'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

export const generateMetadata = pageMetadata('/dashboard/rbac/permissions')

/** The permission catalog, which of them the user has, and retired permissions. */
export default async function Page() {
  const { principal } = await requirePage('/dashboard/rbac/permissions')
  const { locale, messages } = await pageLanguage()
  const texts = messages.permissions
  const permissions = await listPermissions()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <p className="text-muted tabular-nums">
          {formatCount(texts.count, permissions.filter(({ retired }) => !retired).length, locale)}
        </p>
      </PageHeader>
      <Card>
        <Table label={texts.title}>
          <thead>
            <tr>
              <ColumnHeader>{texts.permission}</ColumnHeader>
              <ColumnHeader className="max-sm:hidden">{texts.meaning}</ColumnHeader>
              <ColumnHeader className="text-center">{texts.held}</ColumnHeader>
              <ColumnHeader>
                <span className="sr-only">{texts.who}</span>
              </ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {permissions.map((permission) => (
              <PermissionRow
                key={permission.name}
                permission={permission}
                held={principal.permissions.has(permission.name)}
                messages={messages}
              />
            ))}
          </tbody>
        </Table>
      </Card>
    </>
  )
}

interface PermissionRowProps {
  permission: ListedPermission
  held: boolean
  messages: Messages
}

function PermissionRow({ permission: { name, retired }, held, messages }: PermissionRowProps) {
  const texts = messages.permissions
  const meaning = retired ? texts.retiredText : describePermission(name, messages)
  const Icon = held ? Check : Minus
  return (
    <tr>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-mono text-[0.8125rem] break-words">
            {name.split(/(?<=:)/).map((part) => (
              <Fragment key={part}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </span>
          {retired ? <Badge tone="warning">{texts.retired}</Badge> : null}
        </span>
        <span className="block text-muted sm:hidden">{meaning}</span>
      </Cell>
      <Cell className="text-muted max-sm:hidden">{meaning}</Cell>
      <Cell>
        <Icon aria-hidden className={`mx-auto size-4 ${held ? 'text-success' : 'text-muted'}`} />
        <span className="sr-only">{held ? texts.heldYes : texts.heldNo}</span>
      </Cell>
      <Cell className="text-right">
        <TextLink
          alone
          href={whoPath(name)}
          aria-label={formatMessage(texts.whoOf, { permission: name })}
          className="whitespace-nowrap"
        >
          {texts.who}
        </TextLink>
      </Cell>
    </tr>
  )
}

import { Check, Minus } from 'lucide-react'
import type { Metadata } from 'next'
import { PageHeader } from '@/components/layout/page-header'
import { Card } from '@/components/ui/card'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import { permissionCatalog } from '@/lib/rbac/permission-catalog'
import { whoCanAddress } from '@/lib/web/explorer-query'
import { pageLanguage } from '@/lib/web/page-language'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.permissions.title }
}

/** The catalog of permissions, and which of them one holds. */
export default async function Page() {
  const { principal } = await requirePage('/dashboard/rbac/permissions')
  const { locale, messages } = await pageLanguage()
  const texts = messages.permissions
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <p className="text-muted tabular-nums">
          {formatCount(texts.count, permissionCatalog.length, locale)}
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
            {permissionCatalog.map(({ name }) => {
              const held = principal.permissions.has(name)
              const Icon = held ? Check : Minus
              return (
                <tr key={name}>
                  <Cell>
                    <span className="font-mono text-[0.8125rem] whitespace-nowrap">{name}</span>
                    <span className="block text-muted sm:hidden">{texts.meanings[name]}</span>
                  </Cell>
                  <Cell className="text-muted max-sm:hidden">{texts.meanings[name]}</Cell>
                  <Cell>
                    <Icon aria-hidden className={`mx-auto size-4 ${held ? 'text-success' : 'text-muted'}`} />
                    <span className="sr-only">{held ? texts.heldYes : texts.heldNo}</span>
                  </Cell>
                  <Cell className="text-right">
                    <TextLink
                      alone
                      href={whoCanAddress(name)}
                      aria-label={formatMessage(texts.whoOf, { permission: name })}
                      className="whitespace-nowrap"
                    >
                      {texts.who}
                    </TextLink>
                  </Cell>
                </tr>
              )
            })}
          </tbody>
        </Table>
      </Card>
    </>
  )
}

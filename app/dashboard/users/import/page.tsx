import type { Metadata } from 'next'
import { FileHelp } from '@/app/dashboard/users/import/file-help'
import { ImportForm } from '@/app/dashboard/users/import/import-form'
import { RecentImports } from '@/app/dashboard/users/import/recent-imports'
import { PageHeader } from '@/components/layout/page-header'
import { can } from '@/lib/rbac/can'
import { listImports } from '@/lib/user-import/list-imports'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'

const RECENT = 10

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.userImport.title }
}

/** Where a file of users is uploaded, what it may say, and what was imported before. */
export default async function Page() {
  const { principal } = await requirePage('/dashboard/users/import')
  const { locale, messages } = await pageLanguage()
  const texts = messages.userImport
  const listed = await listImports(principal, { limit: RECENT })
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={
          can(principal, 'users:list')
            ? { href: '/dashboard/users', label: messages.userDetail.back }
            : undefined
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="grid gap-6">
          <ImportForm locale={locale} messages={messages} outcome={await readOutcome()} />
          <RecentImports imports={listed.ok ? listed.imports : []} locale={locale} texts={texts} />
        </div>
        <FileHelp texts={texts.help} />
      </div>
    </>
  )
}

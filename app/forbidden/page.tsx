import type { Metadata } from 'next'
import { DashboardFrame } from '@/app/dashboard/dashboard-frame'
import { MessagePage } from '@/components/feedback/message-page'
import { PublicShell } from '@/components/layout/public-shells'
import { buttonClasses } from '@/components/ui/button'
import { findGrantors } from '@/lib/access/explain-permission'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { parameter, type SearchParams } from '@/lib/web/page-address'
import { findSignedIn } from '@/lib/web/page-request'
import { pageLanguage, webTheme } from '@/lib/web/preferences'
import { HOME } from '@/lib/web/safe-redirect'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.pages.forbidden.title }
}

/**
 * Shown to signed-in users in place of a page that they may not open: the missing permission
 * (`?permission`) and whom to ask.
 */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { locale, messages } = await pageLanguage()
  const { pages, permissions } = messages
  const requested = parameter(await searchParams, 'permission')
  const permission = permissionCatalog.find(({ name }) => name === requested)?.name
  const signedIn = await findSignedIn()
  const message = (
    <div data-refused>
      <MessagePage eyebrow="403" heading={pages.forbidden.heading} lead={pages.forbidden.lead}>
        {permission ? (
          <>
            <p className="text-muted">
              {pages.forbidden.missing}: <code className="font-mono text-ink">{permission}</code>
              <br />
              {permissions.meanings[permission]}
            </p>
            <AccessContacts
              permission={permission}
              reader={signedIn?.principal ?? null}
              messages={messages}
            />
          </>
        ) : null}
        <a className={buttonClasses()} href={HOME}>
          {pages.toHome}
        </a>
      </MessagePage>
    </div>
  )
  if (signedIn) return <DashboardFrame signedIn={signedIn}>{message}</DashboardFrame>
  return (
    <PublicShell locale={locale} theme={await webTheme()}>
      {message}
    </PublicShell>
  )
}

interface AccessContactsProps {
  permission: PermissionName
  reader: Principal | null
  messages: Messages
}

/**
 * Who can grant a permission: by name and address for readers who may see users; otherwise just "an
 * administrator".
 */
async function AccessContacts({ permission, reader, messages }: AccessContactsProps) {
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

import type { Metadata } from 'next'
import { cache } from 'react'
import { DeleteRole } from '@/app/dashboard/rbac/roles/[id]/delete-role'
import { ReadOnlyRole } from '@/app/dashboard/rbac/roles/[id]/read-only-role'
import { RoleEditor } from '@/app/dashboard/rbac/roles/[id]/role-editor'
import { RoleReview } from '@/app/dashboard/rbac/roles/[id]/role-review'
import { SaidOfRole } from '@/app/dashboard/rbac/roles/[id]/said-of-role'
import { SystemBadge } from '@/app/dashboard/rbac/roles/system-badge'
import { UserCount } from '@/app/dashboard/rbac/roles/user-count'
import { MissingObject } from '@/app/missing-object'
import { BreadcrumbLeaf } from '@/components/layout/breadcrumb'
import { BackLink } from '@/components/ui/back-link'
import { LocalTime } from '@/components/ui/local-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { roleDescription } from '@/lib/i18n/role-description'
import { can } from '@/lib/rbac/can'
import { findRoleRefusal } from '@/lib/rbac-admin/find-role-refusal'
import { getRole } from '@/lib/rbac-admin/get-role'
import type { PresentedRole } from '@/lib/rbac-admin/present-role'
import { pageLanguage } from '@/lib/web/page-language'
import { pageTitle } from '@/lib/web/page-title'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'
import { draftFaults, readRoleDraft, ROLES } from '@/lib/web/role-draft'
import { parameter, type SearchParams } from '@/lib/web/search-params'

interface PageProps {
  params: Promise<{ id: string }>
  searchParams: SearchParams
}

/** Asked once per request, for the title and the page alike. */
const findRole = cache(getRole)

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  await requirePage('/dashboard/rbac/roles/[id]')
  const { messages } = await pageLanguage()
  const found = await findRole((await params).id)
  return {
    title: found.ok ? pageTitle(found.role.name, messages.roles.title) : messages.pages.notFound.title,
  }
}

/**
 * A role: what it gives, and the form that changes it. A change that is not saved yet travels in the address (role-draft.ts):
 * `step=review` shows what it would do, and only there it can be saved.
 */
export default async function Page({ params, searchParams }: PageProps) {
  const { principal } = await requirePage('/dashboard/rbac/roles/[id]')
  const found = await findRole((await params).id)
  if (!found.ok) return <MissingObject />
  const { role } = found
  const { locale, messages } = await pageLanguage()
  const query = await searchParams
  const refusal = await findRoleRefusal(principal, role.id)
  const wanted = refusal ? null : readRoleDraft((name) => parameter(query, name))
  const stale = wanted !== null && wanted.draft.version !== role.version
  const faults = wanted && !stale ? draftFaults(wanted.draft) : {}
  const reviewing = wanted?.review && !stale && Object.keys(faults).length === 0
  const about = { role, actor: principal, locale, messages }
  const outcome = await readOutcome()
  return (
    <>
      <RoleHead {...about} linkUsers={can(principal, 'users:list')}>
        {refusal || reviewing ? null : <DeleteRole {...about} />}
      </RoleHead>
      <SaidOfRole {...about} outcome={outcome} stale={stale ? wanted.draft : null} />
      {refusal ? (
        <ReadOnlyRole {...about} refusal={refusal} />
      ) : reviewing ? (
        <RoleReview {...about} draft={wanted.draft} outcome={outcome} />
      ) : (
        <RoleEditor {...about} draft={stale ? null : (wanted?.draft ?? null)} faults={faults} />
      )}
    </>
  )
}

interface RoleHeadProps {
  role: PresentedRole
  linkUsers: boolean
  locale: Locale
  messages: Messages
  children: React.ReactNode
}

function RoleHead({ role, linkUsers, locale, messages, children }: RoleHeadProps) {
  const texts = messages.roles
  const description = roleDescription({ ...role, isSystem: role.is_system }, texts)
  return (
    <header className="mb-6">
      <BreadcrumbLeaf title={role.name} />
      <p className="mb-2">
        <BackLink href={ROLES}>{texts.all}</BackLink>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight break-words">
            <span className="min-w-0">{role.name}</span>
            {role.is_system ? <SystemBadge texts={texts} /> : null}
          </h1>
          <p className="mt-1 max-w-2xl break-words text-muted">{description || texts.noDescription}</p>
          <p className="mt-1 text-[0.8125rem] text-muted">
            <UserCount role={role} link={linkUsers} locale={locale} texts={texts} />
            {' · '}
            {texts.detail.lastChanged}: <LocalTime at={role.updated_at} locale={locale} />
          </p>
        </div>
        {children}
      </div>
    </header>
  )
}
